import {
  AnswerField,
  CurrencyField,
  EnumField,
  IntegerField,
  MetadataField,
  TextField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { CUSTOMER_REFERENCE, IncludeCustomerField } from '../customers';
import type { PaymentEntity } from './payment.entity';
import type { ExpectedPayment, PaymentPurpose } from './payment-opening';
import type { PaymentFilters } from './payments.repository';
import { PAYMENT_STATUSES, type PaymentStatus } from './payment.rules';
import { PROVIDER_NAME, ProviderNameField } from './providers/provider-name.field';

const UUID = { type: String, format: 'uuid' } as const;
const INSTANT = { type: String, format: 'date-time', example: '2026-02-03T10:15:00.000Z' } as const;
const FIELDS = {
  invoice_id: {
    description: 'ID of the invoice that is paid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  },
  payment_request_id: {
    description: 'ID of the payment request that is paid instead of an invoice',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b',
  },
  target_kind: {
    description:
      'Kind of the record that is paid instead of an invoice or a payment request. Your own modules add kinds',
    example: 'deposit',
  },
  target_id: {
    description: 'ID of the record of this kind that is paid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0d',
  },
  customer_id: { description: 'ID of the customer', example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c' },
  currency: { description: 'ISO 4217 currency code of what is paid', example: 'EUR' },
  provider: { description: 'Name of the provider that reports on the payment', example: 'stripe' },
  provider_payment_id: { description: 'ID of the payment at the provider', example: 'pi_3PqXyz' },
  provider_checkout_id: { description: 'ID of the checkout at the provider', example: 'cs_live_a1B2c3' },
  reference: {
    description: 'Your own reference, e.g. from the bank statement',
    example: 'Transfer 2026-0042',
  },
  metadata: { description: 'Your own key-value pairs', example: { order: '1042' } },
};
const CENTS = { min: 1, max: Number.MAX_SAFE_INTEGER };

/** The fields that recording and registering a payment share. */
class PaymentTargetFields {
  @UuidField({ ...FIELDS.invoice_id, optional: true, nullable: true }) invoice_id?: string | null;

  @UuidField({
    ...FIELDS.payment_request_id,
    description:
      `${FIELDS.payment_request_id.description}; exactly one of invoice_id, payment_request_id, ` +
      'and target_kind with target_id is required',
    example: null,
    optional: true,
    nullable: true,
  })
  payment_request_id?: string | null;

  @TextField({ ...FIELDS.target_kind, example: null, max: 64, optional: true, nullable: true })
  target_kind?: string | null;

  @UuidField({ ...FIELDS.target_id, example: null, optional: true, nullable: true })
  target_id?: string | null;

  @CurrencyField({
    description: 'If set, must be the currency of what is paid',
    example: 'EUR',
    optional: true,
  })
  currency?: string;

  @TextField({ ...FIELDS.reference, optional: true, nullable: true }) reference?: string | null;
  @MetadataField({ ...FIELDS.metadata, optional: true }) metadata?: Record<string, string>;
}

export class RecordPaymentDto extends PaymentTargetFields {
  @IntegerField({
    description: 'Amount received, in minor units; at most the amount due',
    example: 5000,
    ...CENTS,
  })
  amount_cents!: number;
}

export class CreatePaymentDto extends PaymentTargetFields {
  @ProviderNameField(FIELDS.provider) provider!: string;

  @TextField({ ...FIELDS.provider_payment_id, optional: true, nullable: true })
  provider_payment_id?: string | null;

  @TextField({ ...FIELDS.provider_checkout_id, optional: true, nullable: true })
  provider_checkout_id?: string | null;

  @IntegerField({
    description: 'Expected amount, in minor units; at most the amount due. Default: the amount due',
    example: 5000,
    optional: true,
    ...CENTS,
  })
  amount_cents?: number;
}

export class RefundPaymentDto {
  @IntegerField({
    description: 'Amount refunded, in minor units. Default: the amount not yet refunded',
    example: 1500,
    optional: true,
    ...CENTS,
  })
  amount_cents?: number;
}

export class ListPaymentsDto extends pageQuery(['created_at']) {
  @IncludeCustomerField() include?: string;

  @UuidField({ ...FIELDS.invoice_id, description: 'Filter by invoice', optional: true })
  invoice_id?: string;

  @UuidField({
    ...FIELDS.payment_request_id,
    description: 'Filter by payment request',
    optional: true,
  })
  payment_request_id?: string;

  @IdOf(CUSTOMER_REFERENCE, { description: 'Filter by customer', optional: true })
  customer_id?: string;

  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @EnumField({
    description: 'Filter by status',
    example: 'succeeded',
    values: PAYMENT_STATUSES,
    optional: true,
  })
  status?: PaymentStatus;

  @ProviderNameField({ ...FIELDS.provider, description: 'Filter by provider', optional: true })
  provider?: string;
}

export class PaymentDto {
  @AnswerField({ ...UUID, description: 'ID of the payment', example: '0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e' })
  id!: string;

  @AnswerField({ ...FIELDS.invoice_id, ...UUID, nullable: true }) invoice_id!: string | null;

  @AnswerField({ ...FIELDS.payment_request_id, ...UUID, nullable: true })
  payment_request_id!: string | null;

  @AnswerField({
    ...FIELDS.target_kind,
    description: `${FIELDS.target_kind.description}; null for an invoice or a payment request`,
    type: String,
    nullable: true,
    example: null,
  })
  target_kind!: string | null;

  @AnswerField({
    ...FIELDS.target_id,
    ...UUID,
    description: `${FIELDS.target_id.description}; null for an invoice or a payment request`,
    nullable: true,
    example: null,
  })
  target_id!: string | null;

  @AnswerField({ ...FIELDS.customer_id, ...UUID }) customer_id!: string;

  @AnswerField({
    description: 'Expected amount, in minor units; once the payment has succeeded, the amount received',
    type: 'integer',
    example: 5000,
  })
  amount_cents!: number;

  @AnswerField({ ...FIELDS.currency, type: String }) currency!: string;
  @AnswerField({ ...FIELDS.provider, ...PROVIDER_NAME }) provider!: string;
  @AnswerField({ ...FIELDS.provider_payment_id, type: String, nullable: true })
  provider_payment_id!: string | null;

  @AnswerField({ ...FIELDS.provider_checkout_id, type: String, nullable: true })
  provider_checkout_id!: string | null;

  @AnswerField({
    description: 'Status of the payment; a payment that was reversed after it succeeded is `failed`',
    type: String,
    enum: [...PAYMENT_STATUSES],
    example: 'succeeded',
  })
  status!: string;

  @AnswerField({ description: 'Amount refunded so far, in minor units', type: 'integer', example: 0 })
  refunded_amount_cents!: number;

  @AnswerField({
    description:
      'Amount that was taken back after the payment had succeeded and has not returned, in minor units',
    type: 'integer',
    example: 0,
  })
  reversed_amount_cents!: number;

  @AnswerField({
    description: 'Why the payment failed or was canceled, if known',
    type: String,
    nullable: true,
    example: 'card_declined: Your card was declined.',
  })
  failure_reason!: string | null;

  @AnswerField({ ...FIELDS.reference, type: String, nullable: true }) reference!: string | null;

  @AnswerField({ ...FIELDS.metadata, type: 'object', additionalProperties: { type: 'string' } })
  metadata!: Record<string, string>;

  @AnswerField({
    ...INSTANT,
    description: 'When the payment succeeded, failed or was canceled',
    nullable: true,
  })
  completed_at!: string | null;

  @AnswerField({ ...INSTANT, description: 'When the payment was created' }) created_at!: string;
  @AnswerField({ ...INSTANT, description: 'When the payment was last updated' }) updated_at!: string;
}

function toPurpose(body: PaymentTargetFields): PaymentPurpose {
  return {
    invoiceId: body.invoice_id ?? null,
    paymentRequestId: body.payment_request_id ?? null,
    targetKind: body.target_kind ?? null,
    targetId: body.target_id ?? null,
    currency: body.currency ?? null,
    reference: body.reference ?? null,
    metadata: body.metadata ?? {},
  };
}

export function toRecordedPayment(body: RecordPaymentDto): PaymentPurpose & { amountCents: bigint } {
  return { ...toPurpose(body), amountCents: BigInt(body.amount_cents) };
}

export function toExpectedPayment(body: CreatePaymentDto): ExpectedPayment {
  return {
    ...toPurpose(body),
    provider: body.provider,
    providerPaymentId: body.provider_payment_id ?? null,
    providerCheckoutId: body.provider_checkout_id ?? null,
    amountCents: body.amount_cents === undefined ? null : BigInt(body.amount_cents),
  };
}

export function toPaymentFilters(query: ListPaymentsDto): PaymentFilters {
  return {
    invoiceId: query.invoice_id,
    paymentRequestId: query.payment_request_id,
    customerId: query.customer_id,
    status: query.status,
    provider: query.provider,
  };
}

export function toPaymentResponse(payment: PaymentEntity): PaymentDto {
  return {
    id: payment.id,
    invoice_id: payment.invoiceId,
    payment_request_id: payment.paymentRequestId,
    target_kind: payment.targetKind,
    target_id: payment.targetId,
    customer_id: payment.customerId,
    amount_cents: Number(payment.amountCents),
    currency: payment.currency,
    provider: payment.provider,
    provider_payment_id: payment.providerPaymentId,
    provider_checkout_id: payment.providerCheckoutId,
    status: payment.status,
    refunded_amount_cents: Number(payment.refundedAmountCents),
    reversed_amount_cents: Number(payment.reversedAmountCents),
    failure_reason: payment.failureReason,
    reference: payment.reference,
    metadata: payment.metadata,
    completed_at: payment.completedAt?.toISOString() ?? null,
    created_at: payment.createdAt.toISOString(),
    updated_at: payment.updatedAt.toISOString(),
  };
}
