import { Check, Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../../platform/database/columns';
import type { RefundReason, RefundOrderStatus } from './refund-order.rules';

/** A refund that is made through the provider of its payment (docs/payments.md#refunds-through-the-provider). */
@Entity('refund_orders')
@Index('refund_orders_created', ['organizationId', 'createdAt', 'id'])
@Index('refund_orders_status', ['organizationId', 'status', 'createdAt', 'id'])
@Index('refund_orders_payment', ['organizationId', 'paymentId', 'createdAt', 'id'])
@Index('refund_orders_surplus', ['organizationId', 'paymentId'], {
  unique: true,
  where: "reason = 'surplus'",
})
@Index('refund_orders_credit_note', ['organizationId', 'creditNoteId'], {
  where: 'credit_note_id IS NOT NULL',
})
@Index('refund_orders_due', ['nextActionAt', 'organizationId', 'id'], { where: 'next_action_at IS NOT NULL' })
@Check('refund_orders_amount', 'amount_cents > 0')
export class RefundOrderEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) paymentId!: string;
  @Column({ type: 'text' }) provider!: string;
  @Column({ type: 'text' }) providerPaymentId!: string;
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) currency!: string;
  @Column({ type: 'text' }) reason!: RefundReason;
  @Column({ type: 'uuid', nullable: true }) creditNoteId!: string | null;
  @Column({ type: 'text' }) status!: RefundOrderStatus;
  @Column({ type: 'text', nullable: true }) providerRefundId!: string | null;
  @Column({ type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ type: 'text', nullable: true }) failureReason!: string | null;
  /** A new try is made only after the provider said that it does not know the former one. */
  @Column({ type: 'integer', default: 1 }) tries!: number;
  @Column({ type: 'integer', default: 0 }) polls!: number;
  /** When the refund was asked for, in real time, as the next one. Written before the request is sent. */
  @OptionalTimestamp() requestedAt!: Date | null;
  @OptionalTimestamp() nextActionAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
