import {
  AnswerField,
  CurrencyField,
  IntegerField,
  MetadataField,
  TextField,
  UuidField,
} from '../../../platform/http/fields';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { PROVIDER, ProviderField } from '../providers/provider.field';
import type { TargetKey } from '../targets/payment-targets';
import type { PaymentEntity } from './payment.entity';
import type { ExpectedPayment, PaymentPurpose } from './payment-opening';
import { PAYMENT_STATUSES, SURPLUS_REFUND_STATUSES } from './payment.rules';
import { FIELDS, INSTANT, UUID } from './payment.fields';
import { targetOf } from './target-columns';
import { IdOf, KeyOf } from '../../../platform/http/references';
import { INVOICE_REFERENCE } from '../../invoices';

const CENTS = { min: 1, max: Number.MAX_SAFE_INTEGER };

/** The target of a payment: common to recording and registering. */
class PaymentTargetFields {
  @IdOf(INVOICE_REFERENCE, { ...FIELDS.invoice_id, optional: true, nullable: true })
  invoice_id?: string | null;

  @KeyOf(INVOICE_REFERENCE, { optional: true }) invoice_number?: string;

  @UuidField({ ...FIELDS.payment_request_id, example: null, optional: true, nullable: true })
  payment_request_id?: string | null;

  @TextField({ ...FIELDS.target_type, example: null, max: 64, optional: true, nullable: true })
  target_type?: string | null;

  @UuidField({
    ...FIELDS.target_id,
    description: 'Id of what is paid; with `target_type`, instead of `invoice_id` or `payment_request_id`',
    example: null,
    optional: true,
    nullable: true,
  })
  target_id?: string | null;

  @CurrencyField({
    description: 'Currency of the payment; if sent, it must be the currency of what is paid',
    example: 'EUR',
    optional: true,
  })
  currency?: string;

  @TextField({ ...FIELDS.reference, optional: true, nullable: true }) reference?: string | null;
  @MetadataField({ ...FIELDS.metadata, optional: true }) metadata?: Record<string, string>;
}

export class RecordPaymentDto extends PaymentTargetFields {
  @IntegerField({
    description: 'Received amount in the minor unit of the currency; at most the amount due',
    example: 5000,
    ...CENTS,
  })
  amount_cents!: number;
}

export class CreatePaymentDto extends PaymentTargetFields {
  @ProviderField(FIELDS.provider) provider!: string;

  @TextField({ ...FIELDS.provider_payment_id, optional: true, nullable: true })
  provider_payment_id?: string | null;

  @TextField({ ...FIELDS.provider_checkout_id, optional: true, nullable: true })
  provider_checkout_id?: string | null;

  @IntegerField({
    description:
      'Expected amount in the minor unit of the currency; at most the amount due, which is the default',
    example: 5000,
    optional: true,
    ...CENTS,
  })
  amount_cents?: number;
}

export class PaymentDto {
  @AnswerField({ ...UUID, description: 'Id of the payment', example: '0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e' })
  id!: string;

  @AnswerField({ ...FIELDS.invoice_id, ...UUID, nullable: true }) invoice_id!: string | null;

  @AnswerField({ ...FIELDS.payment_request_id, ...UUID, nullable: true })
  payment_request_id!: string | null;

  @AnswerField({ ...FIELDS.target_type, type: String }) target_type!: string;
  @AnswerField({ ...FIELDS.target_id, ...UUID }) target_id!: string;
  @AnswerField({ ...FIELDS.customer_id, ...UUID }) customer_id!: string;

  @AnswerField({
    description: 'Expected amount in the minor unit of the currency; after success, the received amount',
    type: 'integer',
    example: 5000,
  })
  amount_cents!: number;

  @AnswerField({ ...FIELDS.currency, type: String }) currency!: string;
  @AnswerField({ ...PROVIDER, ...FIELDS.provider }) provider!: string;
  @AnswerField({ ...FIELDS.provider_payment_id, type: String, nullable: true })
  provider_payment_id!: string | null;

  @AnswerField({ ...FIELDS.provider_checkout_id, type: String, nullable: true })
  provider_checkout_id!: string | null;

  @AnswerField({
    description: 'Status of the payment; a payment reversed after success is `failed`',
    type: String,
    enum: [...PAYMENT_STATUSES],
    example: 'succeeded',
  })
  status!: string;

  @AnswerField({
    description: 'Refunded amount in the minor unit of the currency',
    type: 'integer',
    example: 0,
  })
  refunded_amount_cents!: number;

  @AnswerField({
    description: 'Taken back by disputes over a part, in the minor unit of the currency',
    type: 'integer',
    example: 0,
  })
  reversed_amount_cents!: number;

  @AnswerField({
    description: 'What arrived beyond the amount due, in the minor unit of the currency',
    type: 'integer',
    example: 0,
  })
  surplus_amount_cents!: number;

  @AnswerField({
    description:
      'What became of the surplus: `none` is refunded by itself; a refund is `pending`, has `succeeded`, or has `failed` and needs a person',
    type: String,
    enum: [...SURPLUS_REFUND_STATUSES],
    example: 'none',
  })
  surplus_refund_status!: string;

  @AnswerField({
    description: 'Whether a person has to decide what becomes of money of this payment',
    type: Boolean,
    example: false,
  })
  needs_review!: boolean;

  @AnswerField({
    description: 'Why the payment failed',
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
  @AnswerField({ ...INSTANT, description: 'When the payment last changed' }) updated_at!: string;
}

/** @throws ValidationFailedError unless the body names exactly one target. */
function toTarget(body: PaymentTargetFields): TargetKey {
  const { invoice_id: invoiceId, payment_request_id: paymentRequestId, target_id: targetId } = body;
  const type = body.target_type ?? null;
  const [id, ...others] = [invoiceId, paymentRequestId, targetId].filter((it) => typeof it === 'string');
  if (id === undefined || others.length > 0 || (type === null) !== (typeof targetId !== 'string')) {
    const message =
      'Exactly one of invoice_id, payment_request_id, and target_id with target_type is required.';
    throw ValidationFailedError.of('invoice_id', 'required', message);
  }
  if (type !== null) return { type, id };
  return { type: id === invoiceId ? 'invoice' : 'payment_request', id };
}

function toPurpose(body: PaymentTargetFields): PaymentPurpose {
  return {
    target: toTarget(body),
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

export function toPaymentResponse(payment: PaymentEntity): PaymentDto {
  const target = targetOf(payment);
  return {
    id: payment.id,
    invoice_id: payment.invoiceId,
    payment_request_id: payment.paymentRequestId,
    target_type: target.type,
    target_id: target.id,
    customer_id: payment.customerId,
    amount_cents: Number(payment.amountCents),
    currency: payment.currency,
    provider: payment.provider,
    provider_payment_id: payment.providerPaymentId,
    provider_checkout_id: payment.providerCheckoutId,
    status: payment.status,
    refunded_amount_cents: Number(payment.refundedAmountCents),
    reversed_amount_cents: Number(payment.reversedAmountCents),
    surplus_amount_cents: Number(payment.surplusAmountCents),
    surplus_refund_status: payment.surplusRefundStatus,
    needs_review: payment.needsReview,
    failure_reason: payment.failureReason,
    reference: payment.reference,
    metadata: payment.metadata,
    completed_at: payment.completedAt?.toISOString() ?? null,
    created_at: payment.createdAt.toISOString(),
    updated_at: payment.updatedAt.toISOString(),
  };
}
