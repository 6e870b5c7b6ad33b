import { Check, Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../../platform/database/columns';
import type { PaymentStatus, SurplusRefundStatus } from './payment.rules';

@Entity('payments')
@Index('payments_created', ['organizationId', 'createdAt', 'id'])
@Index('payments_invoice', ['organizationId', 'invoiceId', 'createdAt'])
@Index('payments_payment_request', ['organizationId', 'paymentRequestId', 'createdAt'])
@Index('payments_target', ['organizationId', 'targetId', 'createdAt'], { where: 'target_id IS NOT NULL' })
@Index('payments_customer', ['organizationId', 'customerId', 'createdAt'])
@Index('payments_status', ['organizationId', 'status', 'createdAt'])
@Index('payments_provider', ['organizationId', 'provider', 'createdAt'])
@Index('payments_provider_payment', ['organizationId', 'provider', 'providerPaymentId'], { unique: true })
@Index('payments_provider_checkout', ['organizationId', 'provider', 'providerCheckoutId'])
@Index('payments_review', ['organizationId', 'createdAt', 'id'], { where: 'needs_review' })
@Index('payments_id', ['id'])
@Check(
  'payments_target_check',
  'num_nonnulls(invoice_id, payment_request_id, target_id) = 1 AND num_nonnulls(target_type, target_id) <> 1',
)
export class PaymentEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** The target: an invoice, a payment request, or a record of another type. */
  @Column({ type: 'uuid', nullable: true }) invoiceId!: string | null;
  @Column({ type: 'uuid', nullable: true }) paymentRequestId!: string | null;
  @Column({ type: 'text', nullable: true }) targetType!: string | null;
  @Column({ type: 'uuid', nullable: true }) targetId!: string | null;
  @Column({ type: 'uuid' }) customerId!: string;
  /** The expected amount; after success, the received amount. */
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) currency!: string;
  @Column({ type: 'text' }) provider!: string;
  @Column({ type: 'text', nullable: true }) providerPaymentId!: string | null;
  @Column({ type: 'text', nullable: true }) providerCheckoutId!: string | null;
  @Column({ type: 'text' }) status!: PaymentStatus;
  /** The part applied to the target: less than the amount when less was due, 0 after a reversal. */
  @AmountCents({ default: 0 }) settledAmountCents!: bigint;
  @AmountCents({ default: 0 }) refundedAmountCents!: bigint;
  /** What disputes over a part have taken of it; a reversal of all of it is `reversedAt`. */
  @AmountCents({ default: 0 }) reversedAmountCents!: bigint;
  /** What arrived beyond what was due, through a collection or not. */
  @AmountCents({ default: 0 }) surplusAmountCents!: bigint;
  @Column({ type: 'text', default: 'none' }) surplusRefundStatus!: SurplusRefundStatus;
  /** Whether a person has to decide what becomes of the money. */
  @Column({ type: 'boolean', default: false }) needsReview!: boolean;
  /** The largest running total of refunds that the provider has reported. */
  @AmountCents({ default: 0 }) reportedRefundCents!: bigint;
  @Column({ type: 'text', nullable: true }) failureReason!: string | null;
  @Column({ type: 'text', nullable: true }) reference!: string | null;
  @Column({ type: 'jsonb', default: {} }) metadata!: Record<string, string>;
  /** When it last succeeded, failed or was canceled. */
  @OptionalTimestamp() completedAt!: Date | null;
  /** By the provider's clock. */
  @OptionalTimestamp() providerSucceededAt!: Date | null;
  @OptionalTimestamp() providerFailedAt!: Date | null;
  /** When the money went back after it had arrived. */
  @OptionalTimestamp() reversedAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}

@Entity('payment_refunds')
@Index('payment_refunds_payment', ['organizationId', 'paymentId'])
@Index('payment_refunds_provider_refund', ['organizationId', 'provider', 'providerRefundId'], {
  unique: true,
})
export class PaymentRefundEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) paymentId!: string;
  @Column({ type: 'text' }) provider!: string;
  /** Null when recorded by hand. */
  @Column({ type: 'text', nullable: true }) providerRefundId!: string | null;
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) status!: 'succeeded' | 'failed';
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
