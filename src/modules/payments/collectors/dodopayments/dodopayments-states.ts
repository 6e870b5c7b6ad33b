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
  type ObjectStatus,
  type ProviderMethod,
  type RefundState,
} from '../../collector-kit';
import { dodopaymentsAmounts } from './dodopayments-amounts';
import { DODOPAYMENTS_DECLINES } from './dodopayments-declines';

/** No route ends a checkout: it ends by itself. The margin is for payments that were begun in its last minutes. */
const LIFE_MS = 24 * 60 * 60_000;
const MARGIN_MS = 15 * 60_000;

const STATUSES: Readonly<Partial<Record<string, ObjectStatus>>> = {
  succeeded: 'succeeded',
  partially_captured: 'succeeded',
  failed: 'failed',
  cancelled: 'canceled',
  requires_customer_action: 'requires_action',
  requires_payment_method: 'open',
  requires_confirmation: 'open',
};

/** Reads a checkout of a link with its latest payment. A declined payer may try again on the page. */
export function checkoutState(checkout: unknown, payment: unknown, now: Date): ObjectState {
  const createdAt = instantAt(checkout, 'created_at');
  const expiresAt = createdAt === null ? null : new Date(createdAt.getTime() + LIFE_MS);
  const isOver = expiresAt !== null && now.getTime() > expiresAt.getTime() + MARGIN_MS;
  const ofPayment = payment === null ? 'open' : statusOf(payment);
  const about = { objectId: requiredAt(checkout, 'id'), url: null, expiresAt, decline: declineOf(payment) };
  if (ofPayment === 'succeeded') {
    return { ...about, status: 'succeeded', isDead: true, captures: [paymentCapture(payment)] };
  }
  if (ofPayment === 'processing') return { ...about, status: 'processing', isDead: false, captures: [] };
  if (isOver) return { ...about, status: 'canceled', isDead: true, captures: [] };
  return { ...about, status: ofPayment === 'failed' ? 'failed' : 'open', isDead: false, captures: [] };
}

/** Reads a payment of a charge: its checkout has no page on which anybody could try again. */
export function paymentState(payment: unknown, now: Date): ObjectState {
  const status = statusOf(payment);
  const createdAt = instantAt(payment, 'created_at');
  const isLate = createdAt !== null && now.getTime() > createdAt.getTime() + LIFE_MS + MARGIN_MS;
  const isWaiting = status === 'requires_action' || status === 'open';
  return {
    objectId: requiredAt(payment, 'payment_id'),
    status: isWaiting && isLate ? 'canceled' : status,
    isDead: status === 'succeeded' || status === 'failed' || status === 'canceled' || (isWaiting && isLate),
    url: status === 'requires_action' ? stringAt(payment, 'payment_link') : null,
    expiresAt: null,
    captures: status === 'succeeded' ? [paymentCapture(payment)] : [],
    decline: declineOf(payment),
  };
}

export function paymentCapture(payment: unknown): Capture {
  const currency = requiredAt(payment, 'currency');
  const cents = (amount: bigint): bigint => fromProviderAmount(dodopaymentsAmounts, amount, currency);
  const refunds = rowsAt(payment, 'refunds').filter((it) => stringAt(it, 'status') !== 'failed');
  const refunded = refunds.reduce<bigint>((sum, it) => sum + integerAt(it, 'amount'), 0n);
  return {
    providerPaymentId: requiredAt(payment, 'payment_id'),
    amountCents: cents(integerAt(payment, 'total_amount')),
    currency,
    refundedCents: cents(refunded),
    capturedAt: instantAt(payment, 'created_at') ?? new Date(0),
    collectionId: stringAt(payment, 'metadata', 'collection_id'),
    target: targetIn(at(payment, 'metadata')),
  };
}

export function refundState(refund: unknown): RefundState {
  const status = stringAt(refund, 'status');
  return {
    providerRefundId: requiredAt(refund, 'refund_id'),
    status: status === 'succeeded' ? 'succeeded' : status === 'failed' ? 'failed' : 'pending',
    reason: null,
  };
}

export function savedMethod(method: unknown): ProviderMethod {
  const type = stringAt(method, 'payment_method') ?? 'card';
  const month = Number(stringAt(method, 'card', 'expiry_month') ?? 0);
  const year = Number(stringAt(method, 'card', 'expiry_year') ?? 0);
  const parts = [
    stringAt(method, 'card', 'card_network')?.toLowerCase() ?? type,
    stringAt(method, 'card', 'last4_digits'),
  ];
  return {
    providerMethodId: requiredAt(method, 'payment_method_id'),
    type,
    label: parts.filter((it) => it !== null).join(' '),
    expiresOn: month === 0 ? null : new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10),
    isUsable: at(method, 'recurring_enabled') !== false,
  };
}

/** A payment that is just begun has no status. */
const statusOf = (payment: unknown): ObjectStatus =>
  STATUSES[stringAt(payment, 'status') ?? ''] ?? 'processing';

function declineOf(payment: unknown): Decline | null {
  if (payment === null || statusOf(payment) !== 'failed') return null;
  const code = (stringAt(payment, 'error_code') ?? 'declined').toLowerCase();
  const message = stringAt(payment, 'error_message') ?? 'The payment was declined.';
  return { code, message, declineClass: classOf(DODOPAYMENTS_DECLINES, code) };
}
