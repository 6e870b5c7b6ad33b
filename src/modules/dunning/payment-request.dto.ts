import { isUUID } from 'class-validator';
import { Transform } from 'class-transformer';
import { AnswerField, EnumField, StringListField, UuidField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { CUSTOMER_REFERENCE } from '../customers';
import type { PaymentRequestEntity } from './payment-request.entity';
import { PAYMENT_REQUEST_STATUSES, nextStep, type PaymentRequestStatus } from './payment-request.rules';

/** Most invoices of one request: one transaction locks and settles all of them. */
const MAX_INVOICES = 100;

const FIELDS = {
  customer_id: {
    description: 'The customer who is asked for payment',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  },
  invoice_ids: {
    description: 'Its invoices, in the order in which payments settle them: oldest first',
    example: ['0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64'],
  },
  payment_status: {
    description:
      '`pending` while it is open; `succeeded` when nothing is due any more; `failed` after the last attempt, or when its invoices were all voided',
    example: 'pending',
  },
  dunning_campaign_id: {
    description: 'The campaign that made it; null if it was made by hand or by batch',
    example: '0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a',
  },
};

const lowerCase = ({ value }: { value: unknown }): unknown =>
  Array.isArray(value) ? value.map((it: unknown) => (typeof it === 'string' ? it.toLowerCase() : it)) : value;

export class CreatePaymentRequestDto {
  @IdOf(CUSTOMER_REFERENCE, FIELDS.customer_id) customer_id!: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @Transform(lowerCase)
  @StringListField({
    ...FIELDS.invoice_ids,
    description: 'Finalized invoices of the customer with something due, all in one currency',
    max: MAX_INVOICES,
    test: (it) => isUUID(it),
    must: 'be a UUID',
  })
  invoice_ids!: string[];
}

export class ListPaymentRequestsDto extends pageQuery(['created_at']) {
  @IdOf(CUSTOMER_REFERENCE, { description: 'Only requests to this customer', optional: true })
  customer_id?: string;

  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @EnumField({
    description: 'Only requests with this status',
    example: 'pending',
    values: PAYMENT_REQUEST_STATUSES,
    optional: true,
  })
  payment_status?: PaymentRequestStatus;

  @UuidField({ ...FIELDS.dunning_campaign_id, description: 'Only requests of this campaign', optional: true })
  dunning_campaign_id?: string;
}

export class PaymentRequestDto {
  @AnswerField({
    description: 'The payment request',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60',
  })
  id!: string;

  @AnswerField({ ...FIELDS.customer_id, type: String, format: 'uuid' }) customer_id!: string;
  @AnswerField({ ...FIELDS.invoice_ids, type: [String] }) invoice_ids!: string[];

  @AnswerField({
    description: 'What was due when it was made, in the minor unit',
    type: 'integer',
    example: 12000,
  })
  amount_cents!: number;

  @AnswerField({ description: 'What its payments have settled', type: 'integer', example: 0 })
  amount_paid_cents!: number;

  @AnswerField({ description: 'Currency of its invoices', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({ ...FIELDS.payment_status, type: String, enum: [...PAYMENT_REQUEST_STATUSES] })
  payment_status!: PaymentRequestStatus;

  @AnswerField({ description: 'Payments that the campaign has tried', type: 'integer', example: 1 })
  payment_attempts!: number;

  @AnswerField({
    description: 'When the campaign tries the next payment; null when it will not',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-08T09:30:00.000Z',
  })
  next_attempt_at!: string | null;

  @AnswerField({ ...FIELDS.dunning_campaign_id, type: String, format: 'uuid', nullable: true })
  dunning_campaign_id!: string | null;

  @AnswerField({
    description: 'When it was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When it last changed',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

/** The payload of payment_request.payment_failed. */
export class FailedPaymentRequestDto extends PaymentRequestDto {
  @AnswerField({
    description: 'Whether it was the last attempt: the request has failed',
    type: Boolean,
    example: false,
  })
  final!: boolean;
}

/** A request with its invoices, oldest first. */
export interface PaymentRequest extends PaymentRequestEntity {
  invoiceIds: string[];
}

export function toPaymentRequestResponse(request: PaymentRequest): PaymentRequestDto {
  const isTriedAgain = request.nextActionAt !== null && nextStep(request) === 'attempt';
  return {
    id: request.id,
    customer_id: request.customerId,
    invoice_ids: request.invoiceIds,
    amount_cents: Number(request.amountCents),
    amount_paid_cents: Number(request.amountPaidCents),
    currency: request.currency,
    payment_status: request.paymentStatus,
    payment_attempts: request.paymentAttempts,
    next_attempt_at: isTriedAgain ? (request.nextActionAt?.toISOString() ?? null) : null,
    dunning_campaign_id: request.dunningCampaignId,
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
  };
}
