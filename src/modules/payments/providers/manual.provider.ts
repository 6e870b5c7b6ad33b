import { ValidationFailedError, type FieldError } from '../../../platform/errors/app-error';
import {
  MalformedNotificationError,
  amountAt,
  base64Key,
  currencyAt,
  isoTimeAt,
  paymentIdAt,
  paymentUpdate,
  requireObject,
  requireText,
  soleHeader,
  standardWebhooks,
  textAt,
  verifySignature,
  type InboundHeaders,
  type Outcome,
  type PaymentProvider,
  type PaymentUpdate,
  type RawNotification,
  type RefundUpdate,
  type SenderHints,
  type SignatureScheme,
} from '../provider-kit';

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

const HEX_SCHEME: SignatureScheme = { header: 'Webhook-Signature', encoding: 'hex' };

/** A base64 secret is decoded, as the Standard Webhooks libraries do; any other secret is the key itself. */
const STANDARD_SCHEME = standardWebhooks((secret) => base64Key(secret) ?? Buffer.from(secret, 'utf8'));

/**
 * `manual`: the merchant's own bank import, another gateway, or a relay (docs/payments.md#manual). Signed as a Standard
 * Webhook when `webhook-id` and `webhook-timestamp` are present, otherwise with a hex digest of the body.
 */
export class ManualProvider implements PaymentProvider {
  readonly name = 'manual';
  readonly signatureHeader = HEX_SCHEME.header;
  readonly previousSecretSeconds = DAY_SECONDS;

  secretProblem(): null {
    return null;
  }

  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean {
    const scheme = isStandardWebhook(headers) ? STANDARD_SCHEME : HEX_SCHEME;
    return verifySignature(scheme, { headers, rawBody, secrets, now });
  }

  hints(body: unknown): SenderHints {
    const id = paymentIdAt(body, 'payment_id');
    return { accountIds: [], paymentIds: id === null ? [] : [id] };
  }

  /** The sender is the merchant's own program: a wrong field is refused with 422, and nothing is stored. */
  split(body: unknown, bodyText: string, headers: InboundHeaders): RawNotification[] {
    const messageId = isStandardWebhook(headers) ? soleHeader(headers, 'webhook-id') : null;
    const errors = errorsIn(body, messageId === null);
    if (errors.length > 0) throw new ValidationFailedError(errors);
    const eventId = textAt(body, 'event_id') ?? messageId;
    // Two messages may have the same body; the signed id distinguishes them.
    const replayKey = messageId === null ? bodyText : `${messageId}.${bodyText}`;
    return [{ eventId, text: bodyText, replayKey }];
  }

  read(notification: unknown): PaymentUpdate {
    const event = requireObject(notification, 'The body');
    const status = requireText(event, 'status');
    const outcome = OUTCOME_OF.get(status);
    if (outcome === undefined) throw new MalformedNotificationError('status is unknown');
    const amountCents = amountAt(event, 'amount');
    return paymentUpdate({
      eventType: textAt(event, 'event_type') ?? `payment.${status}`,
      occurredAt: isoTimeAt(event, 'occurred_at'),
      outcome,
      paymentId: paymentIdAt(event, 'payment_id'),
      providerPaymentId: textAt(event, 'provider_payment_id'),
      amountCents,
      currency: currencyAt(event, 'currency'),
      refund: outcome === 'refunded' ? refundOf(event, amountCents) : null,
      failureReason: textAt(event, 'failure_reason'),
    });
  }
}

const isStandardWebhook = (headers: InboundHeaders): boolean =>
  headers['webhook-id'] !== undefined && headers['webhook-timestamp'] !== undefined;

function refundOf(event: object, amountCents: bigint | null): RefundUpdate {
  const id = textAt(event, 'refund_id') ?? textAt(event, 'event_id');
  return { id, amountCents, cumulativeCents: null, hasFailed: false };
}

function errorsIn(body: unknown, needsEventId: boolean): FieldError[] {
  const given = (name: string): unknown => (body as Record<string, unknown> | null)?.[name] ?? null;
  const errors: FieldError[] = [];
  const refuse = (field: string, code: string, rule: string): void => {
    errors.push({ field, code, message: `${field} ${rule}.` });
  };
  const statuses = [...OUTCOME_OF.keys()];
  if (given('status') === null) refuse('status', 'required', 'is required');
  else if (!statuses.includes(textAt(body, 'status') ?? '')) {
    refuse('status', 'invalid_value', `must be one of: ${statuses.join(', ')}`);
  }
  if (needsEventId && (textAt(body, 'event_id') ?? '') === '') refuse('event_id', 'required', 'is required');
  if (given('payment_id') !== null && paymentIdAt(body, 'payment_id') === null) {
    refuse('payment_id', 'invalid_uuid', 'must be a UUID');
  }
  if (paymentIdAt(body, 'payment_id') === null && (textAt(body, 'provider_payment_id') ?? '') === '') {
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

function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
