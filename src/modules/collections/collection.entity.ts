import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../platform/database/columns';
import type { DeclineClass } from '../payments/collector-kit';
import type { CollectionKind, CollectionStatus } from './collection.rules';

/** One try to collect one amount for one target through one object of a provider (docs/payments.md#collections). */
@Entity('collections')
@Index('collections_created', ['organizationId', 'createdAt', 'id'])
@Index('collections_invoice', ['organizationId', 'invoiceId', 'attemptNumber'], { unique: true })
@Index('collections_payment_request', ['organizationId', 'paymentRequestId', 'attemptNumber'], {
  unique: true,
})
@Index('collections_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('collections_status', ['organizationId', 'status', 'createdAt', 'id'])
@Index('collections_announced', ['organizationId', 'announcedPaymentId'], { unique: true })
@Index('collections_object', ['organizationId', 'provider', 'providerObjectId'], {
  where: 'provider_object_id IS NOT NULL',
})
@Index('collections_payment', ['organizationId', 'paymentId'], { where: 'payment_id IS NOT NULL' })
@Index('collections_due', ['nextActionAt', 'organizationId', 'id'], { where: 'next_action_at IS NOT NULL' })
@Check('collections_target', 'num_nonnulls(invoice_id, payment_request_id) = 1')
@Check('collections_amount', 'amount_cents > 0')
export class CollectionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid', nullable: true }) invoiceId!: string | null;
  @Column({ type: 'uuid', nullable: true }) paymentRequestId!: string | null;
  @Column({ type: 'uuid' }) customerId!: string;
  /** Of this target, from 1. */
  @Column({ type: 'integer' }) attemptNumber!: number;
  @Column({ type: 'text' }) kind!: CollectionKind;
  @Column({ type: 'text' }) provider!: string;
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) currency!: string;
  /** What the payer reads. */
  @Column({ type: 'text' }) description!: string;
  @Column({ type: 'text' }) status!: CollectionStatus;
  @Column({ type: 'boolean', default: false }) requiresAction!: boolean;
  /** The provider's page on which the payer pays or authenticates. */
  @Column({ type: 'text', nullable: true }) url!: string | null;
  /** When that page ends, by the provider. */
  @OptionalTimestamp() expiresAt!: Date | null;
  @Column({ type: 'text' }) successUrl!: string;
  @Column({ type: 'text' }) cancelUrl!: string;
  @Column({ type: 'text', nullable: true }) providerCustomerId!: string | null;
  /** The saved method of a charge. */
  @Column({ type: 'text', nullable: true }) providerMethodId!: string | null;
  @Column({ type: 'text', nullable: true }) providerObjectId!: string | null;
  /** The id of the payment, announced to the provider as metadata before there is a payment. */
  @Column({ type: 'uuid' }) announcedPaymentId!: string;
  @Column({ type: 'uuid', nullable: true }) paymentId!: string | null;
  @Column({ type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ type: 'text', nullable: true }) failureReason!: string | null;
  @Column({ type: 'text', nullable: true }) declineClass!: DeclineClass | null;
  /** Objects that were asked for: a new one only after the provider said that the former one does not exist. */
  @Column({ type: 'integer', default: 1 }) tries!: number;
  /** When the object was asked for, in real time, as the next three. Written before the request is sent. */
  @OptionalTimestamp() requestedAt!: Date | null;
  @OptionalTimestamp() confirmRequestedAt!: Date | null;
  /** Since when the object is to be made dead. */
  @OptionalTimestamp() cancelRequestedAt!: Date | null;
  /** When a notification last named it. */
  @OptionalTimestamp() heardAt!: Date | null;
  /** Grows with every record of a state: what was read before is not recorded after. */
  @Column({ type: 'integer', default: 0 }) revision!: number;
  /** How often the provider was asked without news. */
  @Column({ type: 'integer', default: 0 }) polls!: number;
  @OptionalTimestamp() nextActionAt!: Date | null;
  /** Since when it can take no money any more, because the provider said so. */
  @OptionalTimestamp() deadAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}

/** What a collection may take of an invoice. At most one of an invoice is open (docs/payments.md#reservations). */
@Entity('collection_reservations')
@Index('collection_reservations_open', ['organizationId', 'invoiceId'], {
  unique: true,
  where: 'closed_at IS NULL',
})
export class CollectionReservationEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) collectionId!: string;
  @PrimaryColumn({ type: 'uuid' }) invoiceId!: string;
  @AmountCents() amountCents!: bigint;
  /** When the object of the collection was dead, and its money settled. */
  @OptionalTimestamp() closedAt!: Date | null;
}
