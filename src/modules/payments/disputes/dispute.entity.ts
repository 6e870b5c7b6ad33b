import { Check, Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../../platform/database/columns';
import type { DisputeStatus } from '../provider-kit/disputes';

/** A payer's objection to a payment, as the provider reports it (docs/payments.md#disputes). */
@Entity('disputes')
@Index('disputes_created', ['organizationId', 'createdAt', 'id'])
@Index('disputes_status', ['organizationId', 'status', 'createdAt', 'id'])
@Index('disputes_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('disputes_payment', ['organizationId', 'paymentId', 'createdAt', 'id'])
@Index('disputes_provider_dispute', ['organizationId', 'provider', 'providerDisputeId'], { unique: true })
@Check('disputes_amount', 'amount_cents >= 0')
export class DisputeEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) paymentId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'text' }) provider!: string;
  /** That of the payment where the provider has no object for a dispute. */
  @Column({ type: 'text' }) providerDisputeId!: string;
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) currency!: string;
  /** What it has taken of the payment, where it is over a part. */
  @AmountCents({ default: 0 }) reversedAmountCents!: bigint;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @Column({ type: 'text' }) status!: DisputeStatus;
  @OptionalTimestamp() respondBy!: Date | null;
  /** When it was won or lost, by the provider's clock. */
  @OptionalTimestamp() closedAt!: Date | null;
  /** The time of the newest report, by the provider's clock: reports arrive in any order. */
  @Timestamp() reportedAt!: Date;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
