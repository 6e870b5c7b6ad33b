import {
  at,
  classOf,
  fromProviderAmount,
  instantAt,
  integerAt,
  requiredAt,
  rowsAt,
  stringAt,
  targetIn,
  type Capture,
  type Decline,
  type ObjectState,
  type ProviderMethod,
  type RefundState,
} from '../../collector-kit';
import { razorpayAmounts } from './razorpay-amounts';
import { RAZORPAY_DECLINES } from './razorpay-declines';

/** How long a payment that has failed may still be authorized late: the time in which Razorpay asks the banks. */
const LATE_WINDOW_MS = 3 * 24 * 60 * 60_000;
/** How long after an order was made, or its payment was asked for, a payment may be on its way to Razorpay. */
const UNDER_WAY_MS = 2 * 60_000;

export const wasCaptured = (payment: unknown): boolean => at(payment, 'captured') === true;

/** Reads an order of a charge with its payments. Nobody but this service can pay it. */
export function orderState(order: unknown, payments: readonly unknown[], now: Date): ObjectState {
  const captures = payments.filter(wasCaptured).map((it) => paymentCapture(it, order));
  const [latest = null] = payments;
  const isWaiting = payments.some((it) => ['created', 'authorized'].includes(stringAt(it, 'status') ?? ''));
  const about = { objectId: requiredAt(order, 'id'), url: null, expiresAt: null, captures, decline: null };
  if (captures.length > 0) return { ...about, status: 'succeeded', isDead: true };
  if (isWaiting) return { ...about, status: 'processing', isDead: false };
  if (latest === null) return { ...about, status: 'open', isDead: false };
  const isOver = isOlder(instantAt(latest, 'created_at'), LATE_WINDOW_MS, now);
  return { ...about, status: 'failed', isDead: isOver, decline: declineOf(latest) };
}

/** An order cannot be cancelled. Without payments it is dead once none can be on its way. */
export function endedOrder(
  state: ObjectState,
  order: unknown,
  confirmedAt: Date | null,
  now: Date,
): ObjectState {
  const isOver =
    isOlder(instantAt(order, 'created_at'), UNDER_WAY_MS, now) &&
    (confirmedAt === null || isOlder(confirmedAt, UNDER_WAY_MS, now));
  return state.status === 'open' && isOver ? { ...state, status: 'canceled', isDead: true } : state;
}

/** Reads a payment link with the payment that paid it. */
export function linkState(link: unknown, payments: readonly unknown[]): ObjectState {
  const status = stringAt(link, 'status');
  const captures = payments.filter(wasCaptured).map((it) => paymentCapture(it, link));
  const isOver = status === 'cancelled' || status === 'expired';
  const isPaid = status === 'paid';
  return {
    objectId: requiredAt(link, 'id'),
    status: isPaid ? 'succeeded' : isOver ? 'canceled' : 'open',
    isDead: isPaid || isOver,
    url: isPaid || isOver ? null : stringAt(link, 'short_url'),
    expiresAt: instantAt(link, 'expire_by'),
    captures,
    decline: null,
  };
}

/** The ids of the payments that a link shows. */
export const paymentsOfLink = (link: unknown): string[] =>
  rowsAt(link, 'payments')
    .map((it) => stringAt(it, 'payment_id'))
    .filter((it) => it !== null);

export const collectionOf = (object: unknown): string | null => stringAt(object, 'notes', 'collection_id');

/** @param source the order or link of the payment, which has our notes where the payment has none */
export function paymentCapture(payment: unknown, source: unknown): Capture {
  const noted = collectionOf(payment) === null ? source : payment;
  const currency = requiredAt(payment, 'currency');
  const cents = (key: string): bigint =>
    fromProviderAmount(razorpayAmounts, integerAt(payment, key), currency);
  return {
    providerPaymentId: requiredAt(payment, 'id'),
    amountCents: cents('amount'),
    currency,
    refundedCents: cents('amount_refunded'),
    capturedAt: instantAt(payment, 'created_at') ?? new Date(0),
    collectionId: collectionOf(noted),
    target: targetIn(at(noted, 'notes')),
  };
}

export function refundState(refund: unknown): RefundState {
  const status = stringAt(refund, 'status');
  return {
    providerRefundId: requiredAt(refund, 'id'),
    status: status === 'processed' ? 'succeeded' : status === 'failed' ? 'failed' : 'pending',
    reason: null,
  };
}

export function tokenMethod(token: unknown): ProviderMethod {
  const method = stringAt(token, 'method') ?? 'card';
  const parts = [stringAt(token, 'card', 'network') ?? stringAt(token, 'bank') ?? method];
  const last4 = stringAt(token, 'card', 'last4');
  const expiry = instantAt(token, 'expired_at');
  return {
    providerMethodId: requiredAt(token, 'id'),
    type: method === 'emandate' || method === 'nach' ? 'bank_debit' : method,
    label: [...parts, ...(last4 === null ? [] : [last4])].join(' '),
    expiresOn: expiry === null ? null : expiry.toISOString().slice(0, 10),
    isUsable:
      at(token, 'recurring') === true && stringAt(token, 'recurring_details', 'status') === 'confirmed',
  };
}

function declineOf(payment: unknown): Decline {
  const code = stringAt(payment, 'error_reason') ?? stringAt(payment, 'error_code') ?? 'payment_failed';
  const message = stringAt(payment, 'error_description') ?? 'The payment failed.';
  return { code, message, declineClass: classOf(RAZORPAY_DECLINES, code) };
}

const isOlder = (date: Date | null, ms: number, now: Date): boolean =>
  date !== null && now.getTime() - date.getTime() > ms;
