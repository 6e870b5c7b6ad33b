import { isUUID } from 'class-validator';
import { Transform } from 'class-transformer';
import { AnswerField, EnumField, StringListField, UuidField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { CUSTOMER_REFERENCE, IncludeCustomerField } from '../customers';
import type { PaymentRequestEntity } from './payment-request.entity';
import { PAYMENT_REQUEST_STATUSES, nextStep, type PaymentRequestStatus } from './payment-request.rules';

/** Maximum number of invoices per request, because one transaction locks and pays all of them. */
const MAX_INVOICES = 100;

const FIELDS = {
  customer_id: {
    description: 'ID of the customer who owes the payment',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  },
  invoice_ids: {
    description: 'IDs of the invoices, oldest first; payments are applied in this order',
    example: ['0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64'],
  },
  payment_status: {
    description:
      '`pending` while the request is open; `succeeded` once nothing is due any more; `failed` after the last attempt, or if all its invoices were voided',
    example: 'pending',
  },
  dunning_campaign_id: {
    description: 'ID of the campaign that opened the request; null if it was created through the API',
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
    description: 'IDs of finalized invoices of the customer with an amount due, all in one currency',
    max: MAX_INVOICES,
    test: (it) => isUUID(it),
    must: 'be a UUID',
  })
  invoice_ids!: string[];
}

export class ListPaymentRequestsDto extends pageQuery(['created_at']) {
  @IncludeCustomerField() include?: string;

  @IdOf(CUSTOMER_REFERENCE, { description: 'Filter by customer', optional: true })
  customer_id?: string;

  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @EnumField({
    description: 'Filter by status',
    example: 'pending',
    values: PAYMENT_REQUEST_STATUSES,
    optional: true,
  })
  payment_status?: PaymentRequestStatus;

  @UuidField({ ...FIELDS.dunning_campaign_id, description: 'Filter by campaign', optional: true })
  dunning_campaign_id?: string;
}

export class PaymentRequestDto {
  @AnswerField({
    description: 'ID of the payment request',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60',
  })
  id!: string;

  @AnswerField({ ...FIELDS.customer_id, type: String, format: 'uuid' }) customer_id!: string;
  @AnswerField({ ...FIELDS.invoice_ids, type: [String] }) invoice_ids!: string[];

  @AnswerField({
    description: 'Amount due when the request was created, in minor units',
    type: 'integer',
    example: 12000,
  })
  amount_cents!: number;

  @AnswerField({
    description: 'Amount paid through the request so far, in minor units',
    type: 'integer',
    example: 0,
  })
  amount_paid_cents!: number;

  @AnswerField({ description: 'Currency of the invoices', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({ ...FIELDS.payment_status, type: String, enum: [...PAYMENT_REQUEST_STATUSES] })
  payment_status!: PaymentRequestStatus;

  @AnswerField({
    description: 'Number of payments that the campaign has attempted',
    type: 'integer',
    example: 1,
  })
  payment_attempts!: number;

  @AnswerField({
    description: 'When the campaign attempts the next payment; null if it attempts none',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-08T09:30:00.000Z',
  })
  next_attempt_at!: string | null;

  @AnswerField({ ...FIELDS.dunning_campaign_id, type: String, format: 'uuid', nullable: true })
  dunning_campaign_id!: string | null;

  @AnswerField({
    description: 'When the payment request was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the payment request was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

/** Payload of payment_request.payment_failed. */
export class FailedPaymentRequestDto extends PaymentRequestDto {
  @AnswerField({
    description: 'Whether the failure is final: the request has failed, and no further attempt follows',
    type: Boolean,
    example: false,
  })
  final!: boolean;
}

/** A payment request with the IDs of its invoices, oldest first. */
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
