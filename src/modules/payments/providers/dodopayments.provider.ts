import {
  amountAt,
  currencyAt,
  displayTextAt,
  exactTextAt,
  isoTimeAt,
  notificationOf,
  objectAt,
  paymentIdAt,
  reasonOf,
  requireObject,
  requireText,
  unlessMalformed,
} from './json-values';
import {
  MalformedItemError,
  type InboundHeaders,
  type PaymentProvider,
  type ProviderItem,
  type ProviderNotification,
  type SenderHints,
} from './payment-provider';
import { decodedKey, soleHeader, usable } from './signatures';
import { verifiesStandardWebhook } from './standard-webhooks';

const DAY_SECONDS = 24 * 60 * 60;

type Part = Partial<ProviderNotification>;

/**
 * Dodo Payments (docs/payments.md). A body contains the payment's state at delivery, not at the
 * event, so the outcome depends only on the event type, never on `data.status`.
 */
export class DodoPaymentsProvider implements PaymentProvider {
  readonly name = 'dodopayments';
  readonly signatureHeader = 'Webhook-Signature';
  readonly previousSecretSeconds = DAY_SECONDS;

  secretProblem(secret: string): string | null {
    return (decodedKey(secret)?.length ?? 0) > 0 ? null : 'must be base64, optionally prefixed with "whsec_"';
  }

  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean {
    const decoded = usable(secrets).map(decodedKey);
    const keys = decoded.filter((it) => it !== null).filter((it) => it.length > 0);
    return verifiesStandardWebhook(headers, rawBody, keys, now);
  }

  hints(body: unknown): SenderHints {
    const account = unlessMalformed(() => exactTextAt(body, 'business_id'));
    const id = unlessMalformed(() => paymentIdAt(body, 'data', 'metadata', 'payment_id'));
    return { accountIds: account === null ? [] : [account], paymentIds: id === null ? [] : [id] };
  }

  split(_body: unknown, bodyText: string, headers: InboundHeaders): ProviderItem[] {
    return [{ eventId: soleHeader(headers, 'webhook-id'), text: bodyText, replayKey: bodyText }];
  }

  read(item: unknown): ProviderNotification {
    const event = requireObject(item, 'The event');
    const eventType = requireText(event, 'type');
    const part = READERS.get(eventType)?.(requireObject(objectAt(event).data, 'data'));
    return notificationOf({
      eventType,
      occurredAt: isoTimeAt(event, 'timestamp'),
      ...(part ?? { ignoredReason: `The event type ${eventType} has no effect.` }),
    });
  }
}

const READERS = new Map<string, (data: object) => Part>(
  Object.entries<(data: object) => Part>({
    'payment.processing': (it) => ({ ...ofPayment(it), outcome: 'processing' }),
    'payment.succeeded': (it) => ({
      ...ofPayment(it),
      outcome: 'succeeded',
      amountCents: amountAt(it, 'total_amount'),
      currency: currencyAt(it, 'currency'),
    }),
    'payment.failed': (it) => ({
      ...ofPayment(it),
      outcome: 'failed',
      failureReason: reasonOf(displayTextAt(it, 'error_code'), displayTextAt(it, 'error_message')),
    }),
    'payment.cancelled': (it) => ({ ...ofPayment(it), outcome: 'canceled' }),
    'refund.succeeded': (it) => ofRefund(it, false),
    'refund.failed': (it) => ofRefund(it, true),
    'dispute.lost': (it) => ({
      ...ofPayment(it),
      outcome: 'reversed',
      failureReason: reasonOf('dispute', displayTextAt(it, 'reason')),
    }),
    'dispute.won': (it) => ({ ...ofPayment(it), outcome: 'reinstated' }),
    'dispute.cancelled': (it) => ({ ...ofPayment(it), outcome: 'reinstated' }),
  }),
);

function ofPayment(data: object): Part {
  return {
    paymentId: paymentIdAt(data, 'metadata', 'payment_id'),
    providerPaymentId: exactTextAt(data, 'payment_id'),
    checkoutId: exactTextAt(data, 'checkout_session_id'),
  };
}

function ofRefund(data: object, hasFailed: boolean): Part {
  const amountCents = amountAt(data, 'amount');
  if (amountCents === null && !hasFailed && objectAt(data).is_partial === true) {
    throw new MalformedItemError('The partial refund has no amount');
  }
  return {
    ...ofPayment(data),
    outcome: 'refunded',
    currency: currencyAt(data, 'currency'),
    refund: { id: requireText(data, 'refund_id'), amountCents, cumulativeCents: null, hasFailed },
  };
}
