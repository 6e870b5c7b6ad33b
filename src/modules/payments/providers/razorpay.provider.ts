import {
  amountAt,
  currencyAt,
  disputeUpdate,
  objectAt,
  outcomeOfDispute,
  paymentIdAt,
  paymentUpdate,
  reasonOf,
  requireObject,
  requireText,
  soleHeader,
  textAt,
  unixTimeAt,
  verifySignature,
  type InboundHeaders,
  type PaymentProvider,
  type PaymentUpdate,
  type RawNotification,
  type SenderHints,
  type SignatureScheme,
} from '../provider-kit';
import { razorpayDisputeStatus } from './razorpay-disputes';

/** Razorpay replays events for 15 days, signed with the secret of the first attempt. */
const REPLAY_SECONDS = 15 * 24 * 60 * 60;

const MAX_EVENT_ID_CHARACTERS = 255;
const SCHEME: SignatureScheme = { header: 'X-Razorpay-Signature', encoding: 'hex' };

type Fields = Partial<PaymentUpdate>;

/** Razorpay (docs/payments.md#razorpay): payments, orders, payment links, refunds and disputes. */
export class RazorpayProvider implements PaymentProvider {
  readonly name = 'razorpay';
  readonly signatureHeader = SCHEME.header;
  readonly previousSecretSeconds = REPLAY_SECONDS;

  secretProblem(): null {
    return null;
  }

  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean {
    return verifySignature(SCHEME, { headers, rawBody, secrets, now });
  }

  hints(body: unknown): SenderHints {
    const account = textAt(body, 'account_id');
    const ids = ['payment', 'order', 'refund', 'payment_link'].map((it) =>
      paymentIdAt(body, 'payload', it, 'entity', 'notes', 'payment_id'),
    );
    return { accountIds: account === null ? [] : [account], paymentIds: ids.filter((it) => it !== null) };
  }

  /** The header with the event id is not signed: replays are detected by the body. */
  split(_body: unknown, bodyText: string, headers: InboundHeaders): RawNotification[] {
    const eventId = soleHeader(headers, 'x-razorpay-event-id')?.slice(0, MAX_EVENT_ID_CHARACTERS) ?? null;
    return [{ eventId, text: bodyText, replayKey: bodyText }];
  }

  read(notification: unknown): PaymentUpdate {
    const event = requireObject(notification, 'The event');
    const eventType = requireText(event, 'event');
    const fields = READERS.get(eventType)?.(objectAt(event, 'payload'));
    return paymentUpdate({
      eventType,
      occurredAt: unixTimeAt(event, 'created_at'),
      ...(fields ?? { ignoredReason: `${eventType} changes no payment.` }),
    });
  }
}

/** Readers by event kind; null: the event changes no payment. */
const READERS = new Map<string, (payload: object) => Fields | null>(
  Object.entries<(payload: object) => Fields | null>({
    'payment.authorized': (it) => ({ ...ofPayment(it), outcome: 'processing' }),
    'payment.captured': (it) => ({ ...ofPayment(it), ...paid(it), outcome: 'succeeded' }),
    'order.paid': (it) => ({ ...ofPayment(it), ...paid(it), outcome: 'succeeded' }),
    'payment.failed': (it) => ({ ...ofPayment(it), outcome: 'failed', failureReason: failureOf(it) }),
    'refund.processed': (it) => ofRefund(it, false),
    'refund.failed': (it) => ofRefund(it, true),
    'payment_link.cancelled': (it) => ({ ...ofLink(it), outcome: 'canceled' }),
    'payment_link.expired': (it) => ({ ...ofLink(it), outcome: 'canceled' }),
    'payment.dispute.created': (it) => ofDispute(it, 'open'),
    'payment.dispute.under_review': (it) => ofDispute(it, 'under_review'),
    'payment.dispute.action_required': (it) => ofDispute(it, 'open'),
    'payment.dispute.won': (it) => ofDispute(it, 'won'),
    'payment.dispute.lost': (it) => ofDispute(it, 'lost'),
    'payment.dispute.closed': (it) => ofDispute(it, 'closed'),
  }),
);

function ofPayment(payload: object): Fields {
  return {
    paymentId:
      paymentIdAt(payload, 'payment', 'entity', 'notes', 'payment_id') ??
      paymentIdAt(payload, 'order', 'entity', 'notes', 'payment_id'),
    providerPaymentId:
      textAt(payload, 'payment', 'entity', 'id') ?? textAt(payload, 'refund', 'entity', 'payment_id'),
    checkoutId: textAt(payload, 'payment', 'entity', 'order_id') ?? textAt(payload, 'order', 'entity', 'id'),
  };
}

/** The amount of the payment, or of the order when the event names no payment. */
function paid(payload: object): Fields {
  const subject = textAt(payload, 'payment', 'entity', 'id') === null ? 'order' : 'payment';
  const amount = subject === 'order' ? 'amount_paid' : 'amount';
  return {
    amountCents: amountAt(payload, subject, 'entity', amount),
    currency: currencyAt(payload, subject, 'entity', 'currency'),
  };
}

function failureOf(payload: object): string | null {
  const payment = objectAt(payload, 'payment', 'entity');
  return reasonOf(
    textAt(payment, 'error_code'),
    textAt(payment, 'error_reason'),
    textAt(payment, 'error_description'),
  );
}

/** Razorpay refunds authorized payments that were never captured; that money was never received. */
function ofRefund(payload: object, hasFailed: boolean): Fields {
  const refund = requireObject(objectAt(payload, 'refund').entity, 'payload.refund.entity');
  if (objectAt(payload, 'payment', 'entity').captured === false) {
    return { ...ofPayment(payload), ignoredReason: 'The refunded payment was never captured.' };
  }
  return {
    ...ofPayment(payload),
    paymentId: ofPayment(payload).paymentId ?? paymentIdAt(refund, 'notes', 'payment_id'),
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

function ofLink(payload: object): Fields {
  const link = objectAt(payload, 'payment_link', 'entity');
  return {
    paymentId: paymentIdAt(link, 'notes', 'payment_id'),
    checkoutId: textAt(link, 'order_id') ?? textAt(link, 'id'),
  };
}

/** An open dispute reverses the payment only once Razorpay has deducted the amount. */
function ofDispute(payload: object, event: string): Fields {
  const dispute = objectAt(payload, 'dispute', 'entity');
  const isDeducted = (amountAt(dispute, 'amount_deducted') ?? 0n) > 0n;
  const status = razorpayDisputeStatus(event, isDeducted);
  const amountCents = amountAt(dispute, 'amount');
  const reason = textAt(dispute, 'reason_code');
  const respondBy = unixTimeAt(dispute, 'respond_by');
  return {
    ...ofPayment(payload),
    outcome: outcomeOfDispute(status, isDeducted),
    providerPaymentId: textAt(dispute, 'payment_id') ?? ofPayment(payload).providerPaymentId ?? null,
    amountCents,
    currency: currencyAt(dispute, 'currency'),
    dispute: disputeUpdate(textAt(dispute, 'id'), { amountCents, reason, status, respondBy }),
    failureReason: reasonOf('dispute', reason),
  };
}
