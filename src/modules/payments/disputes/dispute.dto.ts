import {
  AnswerField,
  CreatedAtField,
  EnumField,
  IdField,
  UpdatedAtField,
  UuidField,
} from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { DISPUTE_STATUSES, type DisputeStatus } from '../provider-kit/disputes';
import type { DisputeEntity } from './dispute.entity';
import type { DisputeFilters } from './disputes.repository';

const PAYMENT = '0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e';
const CUSTOMER = '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21';

export class DisputeDto {
  @IdField('dispute', '0199a3c4-5b7e-7daa-9b2c-4d5e6f7a8b9c') id!: string;
  @AnswerField({ description: 'Id of the payment', type: String, format: 'uuid', example: PAYMENT })
  payment_id!: string;
  @AnswerField({ description: 'Id of the customer', type: String, format: 'uuid', example: CUSTOMER })
  customer_id!: string;
  @AnswerField({ description: 'Name of the provider', type: String, example: 'stripe' }) provider!: string;
  @AnswerField({
    description: 'Id at the provider: of the dispute, or of the payment where disputes have none',
    type: String,
    example: 'du_1PqXyz',
  })
  provider_dispute_id!: string;
  @AnswerField({ description: 'In the minor unit of the currency', type: 'integer', example: 5000 })
  amount_cents!: number;
  @AnswerField({ description: 'ISO 4217 code', type: String, example: 'EUR' }) currency!: string;
  @AnswerField({
    description: "The provider's word",
    type: String,
    nullable: true,
    example: 'fraudulent',
  })
  reason!: string | null;
  @AnswerField({
    description: '`won`: the money stays; `lost`: it went back',
    type: String,
    enum: [...DISPUTE_STATUSES],
    example: 'needs_response',
  })
  status!: string;
  @AnswerField({
    description: 'Until when the provider takes evidence',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-22T23:59:59.000Z',
  })
  respond_by!: string | null;
  @AnswerField({
    description: 'When it was won or lost',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  closed_at!: string | null;
  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
}

export class ListDisputesDto extends pageQuery(['created_at']) {
  @UuidField({ description: 'Only disputes of this payment', example: PAYMENT, optional: true })
  payment_id?: string;

  @UuidField({ description: 'Only disputes of this customer', example: CUSTOMER, optional: true })
  customer_id?: string;

  @EnumField({
    description: 'Only disputes with this status',
    example: 'needs_response',
    values: DISPUTE_STATUSES,
    optional: true,
  })
  status?: DisputeStatus;
}

export function toDisputeFilters(query: ListDisputesDto): DisputeFilters {
  return { paymentId: query.payment_id, customerId: query.customer_id, status: query.status };
}

export function toDisputeResponse(dispute: DisputeEntity): DisputeDto {
  return {
    id: dispute.id,
    payment_id: dispute.paymentId,
    customer_id: dispute.customerId,
    provider: dispute.provider,
    provider_dispute_id: dispute.providerDisputeId,
    amount_cents: Number(dispute.amountCents),
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    respond_by: dispute.respondBy?.toISOString() ?? null,
    closed_at: dispute.closedAt?.toISOString() ?? null,
    created_at: dispute.createdAt.toISOString(),
    updated_at: dispute.updatedAt.toISOString(),
  };
}
