import { ValidationFailedError, type FieldError } from '../../../platform/errors/app-error';
import { isStorableText, UNSTORABLE } from '../../../platform/http/field-rules';
import {
  MAX_TEXT_LENGTH,
  amountAt,
  currencyAt,
  displayTextAt,
  exactTextAt,
  isoTimeAt,
  notificationOf,
  paymentIdAt,
  requireObject,
  requireText,
  unlessMalformed,
} from './json-values';
import {
  MalformedItemError,
  type InboundHeaders,
  type NotifiedRefund,
  type Outcome,
  type PaymentProvider,
  type ProviderItem,
  type ProviderNotification,
  type SenderHints,
} from './payment-provider';
import { HEX_SHA256, decodedKey, isSignedWith, soleHeader, usable, utf8Keys } from './signatures';
import { verifiesStandardWebhook } from './standard-webhooks';

const DAY_SECONDS = 24 * 60 * 60;

const OUTCOME_OF = new Map<string, Outcome>(
  Object.entries<Outcome>({
    pending: 'processing',
    processing: 'processing',
    succeeded: 'succeeded',
    failed: 'failed',
    canceled: 'canceled',
    refunded: 'refunded',
  }),
);

/**
 * `manual`: the merchant's own bank import, another gateway, or a relay (docs/payments.md). Signed as a
 * Standard Webhook if `webhook-id` and `webhook-timestamp` are present, otherwise with a hex digest of the
 * body.
 */
export class ManualProvider implements PaymentProvider {
  readonly name = 'manual';
  readonly signatureHeader = 'Webhook-Signature';
  readonly previousSecretSeconds = DAY_SECONDS;

  secretProblem(): null {
    return null;
  }

  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean {
    if (isStandardWebhook(headers)) {
      return verifiesStandardWebhook(headers, rawBody, standardKeys(secrets), now);
    }
    const header = soleHeader(headers, this.signatureHeader) ?? '';
    const signatures = HEX_SHA256.test(header) ? [header] : [];
    return isSignedWith(utf8Keys(secrets), [rawBody], signatures, 'hex');
  }

  hints(body: unknown): SenderHints {
    const id = unlessMalformed(() => paymentIdAt(body, 'payment_id'));
    return { accountIds: [], paymentIds: id === null ? [] : [id] };
  }

  /**
   * The sender is the merchant's own program, so an invalid field is refused with 422 and nothing is stored.
   */
  split(body: unknown, bodyText: string, headers: InboundHeaders): ProviderItem[] {
    const messageId = isStandardWebhook(headers) ? soleHeader(headers, 'webhook-id') : null;
    const errors = errorsIn(body, messageId === null);
    if (errors.length > 0) throw new ValidationFailedError(errors);
    const eventId = exactTextAt(body, 'event_id') ?? messageId;
    // Two messages may have the same body; the signed ID distinguishes them.
    const replayKey = messageId === null ? bodyText : `${messageId}.${bodyText}`;
    return [{ eventId, text: bodyText, replayKey }];
  }

  read(item: unknown): ProviderNotification {
    const event = requireObject(item, 'The body');
    const status = requireText(event, 'status');
    const outcome = OUTCOME_OF.get(status);
    if (outcome === undefined) throw new MalformedItemError('status is unknown');
    const amountCents = amountAt(event, 'amount');
    return notificationOf({
      eventType: exactTextAt(event, 'event_type') ?? `payment.${status}`,
      occurredAt: isoTimeAt(event, 'occurred_at'),
      outcome,
      paymentId: paymentIdAt(event, 'payment_id'),
      providerPaymentId: exactTextAt(event, 'provider_payment_id'),
      amountCents,
      currency: currencyAt(event, 'currency'),
      refund: outcome === 'refunded' ? refundOf(event, amountCents) : null,
      failureReason: displayTextAt(event, 'failure_reason'),
    });
  }
}

const isStandardWebhook = (headers: InboundHeaders): boolean =>
  headers['webhook-id'] !== undefined && headers['webhook-timestamp'] !== undefined;

/** Decodes base64 secrets as the Standard Webhooks libraries do; uses any other secret as the key itself. */
function standardKeys(secrets: readonly string[]): Buffer[] {
  const keys = usable(secrets).map((it) => decodedKey(it) ?? Buffer.from(it, 'utf8'));
  return keys.filter((it) => it.length > 0);
}

function refundOf(event: object, amountCents: bigint | null): NotifiedRefund {
  const id = exactTextAt(event, 'refund_id') ?? exactTextAt(event, 'event_id');
  return { id, amountCents, cumulativeCents: null, hasFailed: false };
}

function errorsIn(body: unknown, needsEventId: boolean): FieldError[] {
  const given = (name: string): unknown => (body as Record<string, unknown> | null)?.[name] ?? null;
  const errors: FieldError[] = [];
  const refuse = (field: string, code: string, rule: string): void => {
    errors.push({ field, code, message: `${field} ${rule}.` });
  };
  const statuses = [...OUTCOME_OF.keys()];
  const status = given('status');
  if (status === null) refuse('status', 'required', 'is required');
  else if (typeof status !== 'string' || !OUTCOME_OF.has(status)) {
    refuse('status', 'invalid_value', `must be one of: ${statuses.join(', ')}`);
  }
  if (needsEventId && given('event_id') === null) refuse('event_id', 'required', 'is required');
  for (const field of EXACT_TEXTS) {
    const problem = textProblem(given(field));
    if (problem !== null) refuse(field, ...problem);
  }
  const isUuid = unlessMalformed(() => paymentIdAt(body, 'payment_id')) !== null;
  if (given('payment_id') !== null && !isUuid) refuse('payment_id', 'invalid_uuid', 'must be a UUID');
  if (!isUuid && given('provider_payment_id') === null) {
    refuse('payment_id', 'required', 'or provider_payment_id is required');
  }
  if (!reads(() => amountAt(body, 'amount'))) {
    refuse('amount', 'invalid_type', 'must be a whole number of minor units');
  }
  if (!reads(() => currencyAt(body, 'currency'))) {
    refuse('currency', 'unknown_currency', 'must be an ISO 4217 currency code');
  }
  return errors;
}

/** Fields that identify something. They are refused, never shortened or cleaned. */
const EXACT_TEXTS = ['event_id', 'event_type', 'provider_payment_id', 'refund_id'];

/** Returns the code and the rule that the value breaks, or null if it is absent or a text that can be compared. */
function textProblem(value: unknown): [code: string, rule: string] | null {
  if (value === null) return null;
  if (typeof value !== 'string') return ['invalid_type', 'must be a string'];
  if (value === '') return ['too_short', 'must be at least 1 character long'];
  if (value.length > MAX_TEXT_LENGTH) {
    return ['too_long', `must be at most ${MAX_TEXT_LENGTH} characters long`];
  }
  return isStorableText(value) ? null : ['invalid_value', UNSTORABLE];
}

function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
