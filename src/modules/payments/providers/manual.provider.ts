import { ValidationFailedError } from '../../../platform/errors/app-error';
import {
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
import { OUTCOME_OF, errorsIn } from './manual-fields';
import {
  MalformedItemError,
  type InboundHeaders,
  type NotifiedRefund,
  type PaymentProvider,
  type ProviderItem,
  type ProviderNotification,
  type SenderHints,
} from './payment-provider';
import { HEX_SHA256, decodedKey, isSignedWith, soleHeader, usable, utf8Keys } from './signatures';
import { verifiesStandardWebhook } from './standard-webhooks';

const DAY_SECONDS = 24 * 60 * 60;

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
