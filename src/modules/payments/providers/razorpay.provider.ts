import {
  MAX_TEXT_LENGTH,
  amountAt,
  currencyAt,
  displayTextAt,
  exactTextAt,
  notificationOf,
  objectAt,
  paymentIdAt,
  reasonOf,
  requireObject,
  requireText,
  unixTimeAt,
  unlessMalformed,
} from './json-values';
import type {
  InboundHeaders,
  PaymentProvider,
  ProviderItem,
  ProviderNotification,
  SenderHints,
} from './payment-provider';
import { HEX_SHA256, isSignedWith, soleHeader, utf8Keys } from './signatures';

/** Razorpay replays events for 15 days, signed with the secret of the first attempt. */
const REPLAY_SECONDS = 15 * 24 * 60 * 60;

type Part = Partial<ProviderNotification>;

/** Razorpay (docs/payments.md): payments, orders, payment links, refunds and disputes. */
export class RazorpayProvider implements PaymentProvider {
  readonly name = 'razorpay';
  readonly signatureHeader = 'X-Razorpay-Signature';
  readonly previousSecretSeconds = REPLAY_SECONDS;

  secretProblem(): null {
    return null;
  }

  /** The signature is one lower-case hex digest of the body, without a timestamp. */
  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[]): boolean {
    const header = soleHeader(headers, this.signatureHeader) ?? '';
    const signatures = HEX_SHA256.test(header) ? [header] : [];
    return isSignedWith(utf8Keys(secrets), [rawBody], signatures, 'hex');
  }

  hints(body: unknown): SenderHints {
    const account = unlessMalformed(() => exactTextAt(body, 'account_id'));
    const ids = ['payment', 'order', 'refund', 'payment_link'].map((it) =>
      unlessMalformed(() => paymentIdAt(body, 'payload', it, 'entity', 'notes', 'payment_id')),
    );
    return { accountIds: account === null ? [] : [account], paymentIds: ids.filter((it) => it !== null) };
  }

  /**
   * The header with the event ID is not signed, so replays are detected by the body, and a header that is too long counts
   * as absent.
   */
  split(_body: unknown, bodyText: string, headers: InboundHeaders): ProviderItem[] {
    const header = soleHeader(headers, 'x-razorpay-event-id') ?? '';
    const eventId = header === '' || header.length > MAX_TEXT_LENGTH ? null : header;
    return [{ eventId, text: bodyText, replayKey: bodyText }];
  }

  read(item: unknown): ProviderNotification {
    const event = requireObject(item, 'The event');
    const eventType = requireText(event, 'event');
    const part = READERS.get(eventType)?.(objectAt(event, 'payload')) ?? null;
    return notificationOf({
      eventType,
      occurredAt: unixTimeAt(event, 'created_at'),
      ...(part ?? { ignoredReason: `The event type ${eventType} has no effect.` }),
    });
  }
}

/** Readers by event type; null if the event changes no payment. */
const READERS = new Map<string, (payload: object) => Part | null>(
  Object.entries<(payload: object) => Part | null>({
    'payment.authorized': (it) => ({ ...ofPayment(it), outcome: 'processing' }),
    'payment.captured': (it) => ({ ...ofPayment(it), ...paid(it), outcome: 'succeeded' }),
    'order.paid': (it) => ({ ...ofPayment(it), ...paid(it), outcome: 'succeeded' }),
    'payment.failed': (it) => ({ ...ofPayment(it), outcome: 'failed', failureReason: failureOf(it) }),
    'refund.processed': (it) => ofRefund(it, false),
    'refund.failed': (it) => ofRefund(it, true),
    'payment_link.cancelled': (it) => ({ ...ofLink(it), outcome: 'canceled' }),
    'payment_link.expired': (it) => ({ ...ofLink(it), outcome: 'canceled' }),
    'payment.dispute.created': ofDispute,
    'payment.dispute.under_review': ofDispute,
    'payment.dispute.action_required': ofDispute,
    'payment.dispute.won': (it) => ({ ...disputed(it), outcome: 'reinstated', failureReason: null }),
    'payment.dispute.lost': (it) => ({ ...disputed(it), outcome: 'reversed' }),
    'payment.dispute.closed': ofClosedDispute,
  }),
);

function ofPayment(payload: object): Part {
  const [paymentId = null, ...otherPaymentIds] = ['payment', 'order', 'refund']
    .map((it) => paymentIdAt(payload, it, 'entity', 'notes', 'payment_id'))
    .filter((it) => it !== null);
  return {
    paymentId,
    otherPaymentIds,
    providerPaymentId:
      exactTextAt(payload, 'payment', 'entity', 'id') ??
      exactTextAt(payload, 'refund', 'entity', 'payment_id'),
    checkoutId:
      exactTextAt(payload, 'payment', 'entity', 'order_id') ?? exactTextAt(payload, 'order', 'entity', 'id'),
  };
}

/** Returns the amount of the payment, or of the order if the event contains no payment. */
function paid(payload: object): Part {
  const subject = exactTextAt(payload, 'payment', 'entity', 'id') === null ? 'order' : 'payment';
  const amount = subject === 'order' ? 'amount_paid' : 'amount';
  return {
    amountCents: amountAt(payload, subject, 'entity', amount),
    currency: currencyAt(payload, subject, 'entity', 'currency'),
  };
}

function failureOf(payload: object): string | null {
  const payment = objectAt(payload, 'payment', 'entity');
  return reasonOf(
    displayTextAt(payment, 'error_code'),
    displayTextAt(payment, 'error_reason'),
    displayTextAt(payment, 'error_description'),
  );
}

/** Razorpay also refunds authorized payments that were never captured; that money was never received. */
function ofRefund(payload: object, hasFailed: boolean): Part {
  const refund = requireObject(objectAt(payload, 'refund').entity, 'payload.refund.entity');
  if (objectAt(payload, 'payment', 'entity').captured === false) {
    return { ...ofPayment(payload), ignoredReason: 'The refunded payment was never captured.' };
  }
  return {
    ...ofPayment(payload),
    outcome: 'refunded',
    currency: currencyAt(refund, 'currency'),
    refund: {
      id: requireText(refund, 'id'),
      amountCents: amountAt(refund, 'amount'),
      cumulativeCents: hasFailed ? null : amountAt(payload, 'payment', 'entity', 'amount_refunded'),
      hasFailed,
    },
  };
}

function ofLink(payload: object): Part {
  const link = objectAt(payload, 'payment_link', 'entity');
  return {
    paymentId: paymentIdAt(link, 'notes', 'payment_id'),
    checkoutId: exactTextAt(link, 'order_id') ?? exactTextAt(link, 'id'),
  };
}

/** An open dispute reverses the payment only once Razorpay has deducted the amount. */
function ofDispute(payload: object): Part | null {
  const deducted = amountAt(payload, 'dispute', 'entity', 'amount_deducted') ?? 0n;
  return deducted > 0n ? { ...disputed(payload), outcome: 'reversed' } : null;
}

/** `closed` does not say who won, but the deducted amount does. */
function ofClosedDispute(payload: object): Part {
  const isWon = exactTextAt(payload, 'dispute', 'entity', 'status') === 'won';
  const reversal = isWon ? null : ofDispute(payload);
  return reversal ?? { ...disputed(payload), outcome: 'reinstated', failureReason: null };
}

function disputed(payload: object): Part {
  const dispute = objectAt(payload, 'dispute', 'entity');
  return {
    ...ofPayment(payload),
    providerPaymentId: exactTextAt(dispute, 'payment_id') ?? ofPayment(payload).providerPaymentId ?? null,
    amountCents: amountAt(dispute, 'amount'),
    currency: currencyAt(dispute, 'currency'),
    failureReason: reasonOf('dispute', displayTextAt(dispute, 'reason_code')),
  };
}
