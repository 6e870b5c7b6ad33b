import { Check, Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../platform/database/columns';
import type { PaymentStatus } from './payment.rules';

@Entity('payments')
@Index('payments_created', ['organizationId', 'createdAt', 'id'])
@Index('payments_invoice', ['organizationId', 'invoiceId', 'createdAt'])
@Index('payments_payment_request', ['organizationId', 'paymentRequestId', 'createdAt'])
@Index('payments_customer', ['organizationId', 'customerId', 'createdAt'])
@Index('payments_status', ['organizationId', 'status', 'createdAt'])
@Index('payments_provider', ['organizationId', 'provider', 'createdAt'])
@Index('payments_provider_payment', ['organizationId', 'provider', 'providerPaymentId'], { unique: true })
@Index('payments_provider_checkout', ['organizationId', 'provider', 'providerCheckoutId'])
@Index('payments_id', ['id'])
@Check(
  'payments_one_target',
  'num_nonnulls(invoice_id, payment_request_id, target_id) = 1 AND (target_kind IS NULL) = (target_id IS NULL)',
)
export class PaymentEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** Exactly one of `invoiceId`, `paymentRequestId` and `targetId` is set. */
  @Column({ type: 'uuid', nullable: true }) invoiceId!: string | null;
  @Column({ type: 'uuid', nullable: true }) paymentRequestId!: string | null;
  /** The kind of a target that is neither an invoice nor a payment request; set together with `targetId`. */
  @Column({ type: 'text', nullable: true }) targetKind!: string | null;
  @Column({ type: 'uuid', nullable: true }) targetId!: string | null;
  @Column({ type: 'uuid' }) customerId!: string;
  /** The expected amount; after success, the amount received. */
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) currency!: string;
  @Column({ type: 'text' }) provider!: string;
  @Column({ type: 'text', nullable: true }) providerPaymentId!: string | null;
  @Column({ type: 'text', nullable: true }) providerCheckoutId!: string | null;
  @Column({ type: 'text' }) status!: PaymentStatus;
  /** The amount applied to the target: less than `amountCents` if less was due, 0 after a reversal. */
  @AmountCents({ default: 0, name: 'settled_amount_cents' }) appliedAmountCents!: bigint;
  /** The part of `amountCents` that was taken back and has not returned. */
  @AmountCents({ default: 0 }) reversedAmountCents!: bigint;
  @AmountCents({ default: 0 }) refundedAmountCents!: bigint;
  /** The latest running total of refunds that the provider has reported (refund-total.rules.ts). */
  @AmountCents({ default: 0 }) reportedRefundCents!: bigint;
  /** Time of this total by the provider's clock; null if it is not known. */
  @OptionalTimestamp() reportedRefundAt!: Date | null;
  @Column({ type: 'text', nullable: true }) failureReason!: string | null;
  @Column({ type: 'text', nullable: true }) reference!: string | null;
  @Column({ type: 'jsonb', default: {} }) metadata!: Record<string, string>;
  /** When the payment last succeeded, failed or was canceled. */
  @OptionalTimestamp() completedAt!: Date | null;
  /** This field and the next two are timestamps from the provider (payment.rules.ts); null if it sent none. */
  @OptionalTimestamp() providerSucceededAt!: Date | null;
  @OptionalTimestamp() providerFailedAt!: Date | null;
  @OptionalTimestamp() providerReinstatedAt!: Date | null;
  /** When the payment was reversed after it had succeeded; null again once the money is back. */
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
  /** Null if the refund was recorded by hand; such a refund has always succeeded. */
  @Column({ type: 'text', nullable: true }) providerRefundId!: string | null;
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) status!: 'succeeded' | 'failed';
  /** When it failed by the provider's clock, as far as known (refund-total.rules.ts). */
  @OptionalTimestamp() failedAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
