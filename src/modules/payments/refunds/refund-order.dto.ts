import { AnswerField, CreatedAtField, IdField, UpdatedAtField } from '../../../platform/http/fields';
import type { RefundOrderEntity } from './refund-order.entity';
import { REFUND_ORDER_STATUSES, REFUND_REASONS } from './refund-order.rules';

export class RefundDto {
  @IdField('refund', '0199a3c4-5b7e-7d99-8a1b-3c4d5e6f7a8b') id!: string;
  @AnswerField({
    description: 'Id of the payment whose money goes back',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e',
  })
  payment_id!: string;
  @AnswerField({
    description: 'The provider through which the money goes back',
    type: String,
    example: 'stripe',
  })
  provider!: string;
  @AnswerField({
    description: 'What goes back, in the minor unit of the currency',
    type: 'integer',
    example: 1500,
  })
  amount_cents!: number;
  @AnswerField({ description: 'ISO 4217 code', type: String, example: 'EUR' }) currency!: string;
  @AnswerField({
    description:
      '`surplus`: money that was not due; `request`: by `POST /v1/payments/{id}/refunds`; `credit_note`',
    type: String,
    enum: [...REFUND_REASONS],
    example: 'request',
  })
  reason!: string;
  @AnswerField({
    description: 'Id of the credit note that it is for',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  credit_note_id!: string | null;
  @AnswerField({
    description: '`created`: not sent yet; `pending` at the provider; `unknown`: the answer was lost',
    type: String,
    enum: [...REFUND_ORDER_STATUSES],
    example: 'succeeded',
  })
  status!: string;
  @AnswerField({
    description: 'Id of the refund at the provider',
    type: String,
    nullable: true,
    example: 're_3PqXyz',
  })
  provider_refund_id!: string | null;
  @AnswerField({ description: 'Code of the refusal', type: String, nullable: true, example: null })
  failure_code!: string | null;
  @AnswerField({ description: 'Why it failed', type: String, nullable: true, example: null })
  failure_reason!: string | null;
  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
}

export function toRefundResponse(order: RefundOrderEntity): RefundDto {
  return {
    id: order.id,
    payment_id: order.paymentId,
    provider: order.provider,
    amount_cents: Number(order.amountCents),
    currency: order.currency,
    reason: order.reason,
    credit_note_id: order.creditNoteId,
    status: order.status,
    provider_refund_id: order.providerRefundId,
    failure_code: order.failureCode,
    failure_reason: order.failureReason,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}
