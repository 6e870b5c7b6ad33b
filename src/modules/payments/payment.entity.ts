import { Column, Entity, Index } from 'typeorm';
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
export class PaymentEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** The target: either an invoice or a payment request. */
  @Column({ type: 'uuid', nullable: true }) invoiceId!: string | null;
  @Column({ type: 'uuid', nullable: true }) paymentRequestId!: string | null;
  @Column({ type: 'uuid' }) customerId!: string;
  /** The expected amount; after success, the received amount. */
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) currency!: string;
  @Column({ type: 'text' }) provider!: string;
  @Column({ type: 'text', nullable: true }) providerPaymentId!: string | null;
  @Column({ type: 'text', nullable: true }) providerCheckoutId!: string | null;
  @Column({ type: 'text' }) status!: PaymentStatus;
  /** The part applied to the target: less than the amount when less was due, 0 after a reversal. */
  @AmountCents({ default: 0, name: 'settled_amount_cents' }) appliedAmountCents!: bigint;
  @AmountCents({ default: 0 }) refundedAmountCents!: bigint;
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
