import {
  done,
  readResult,
  rowsAt,
  stringAt,
  type CallResult,
  type Capture,
  type CapturePage,
  type ObjectState,
  type Reply,
} from '../../collector-kit';
import { isUnknownId, type RazorpayApi } from './razorpay-api';
import {
  collectionOf,
  linkState,
  orderState,
  paymentCapture,
  paymentsOfLink,
  wasCaptured,
} from './razorpay-states';

/** Small, because a payment of a link needs a second request for its collection. */
const PAGE = 25;
/** Payments are listed by when they were begun; they may be captured days later. */
const CAPTURED_WITHIN_MS = 5 * 24 * 60 * 60_000;

/** Returns a page, or what went wrong; an unknown id is a rejection only where it means that there is none. */
export const answerOf = (reply: Exclude<Reply, { kind: 'ok' }>): CallResult<never> =>
  isUnknownId(reply) ? readResult(reply, [400, 404]) : readResult(reply, []);

/** Reads an order with its payments, newest first. */
export async function readOrder(api: RazorpayApi, id: string, now: Date): Promise<CallResult<ObjectState>> {
  const path = `/v1/orders/${encodeURIComponent(id)}`;
  const order = await api.get(path);
  if (order.kind !== 'ok') return answerOf(order);
  const payments = await api.get(`${path}/payments`);
  if (payments.kind !== 'ok') return readResult(payments, []);
  return done(orderState(order.body, rowsAt(payments.body, 'items'), now));
}

/** Reads a link, and its payment for what of it was refunded. */
export async function readLink(api: RazorpayApi, id: string): Promise<CallResult<ObjectState>> {
  const link = await api.get(`/v1/payment_links/${encodeURIComponent(id)}`);
  if (link.kind !== 'ok') return answerOf(link);
  const payments: unknown[] = [];
  for (const paymentId of paymentsOfLink(link.body)) {
    const payment = await api.get(`/v1/payments/${encodeURIComponent(paymentId)}`);
    if (payment.kind !== 'ok') return readResult(payment, []);
    payments.push(payment.body);
  }
  return done(linkState(link.body, payments));
}

export async function capturesSince(
  api: RazorpayApi,
  since: Date,
  page: string | null,
): Promise<CallResult<CapturePage>> {
  const from = Math.floor((since.getTime() - CAPTURED_WITHIN_MS) / 1000);
  const skip = Number(page ?? 0);
  const reply = await api.get('/v1/payments', { from, count: PAGE, skip });
  if (reply.kind !== 'ok') return readResult(reply, []);
  const payments = rowsAt(reply.body, 'items');
  const captures: Capture[] = [];
  for (const payment of payments.filter(wasCaptured)) {
    const source = await sourceOf(api, payment);
    if (source.kind !== 'done') return source;
    captures.push(paymentCapture(payment, source.value));
  }
  return done({ captures, next: payments.length < PAGE ? null : String(skip + PAGE) });
}

/** A payment of a link does not carry the link's notes; its description is `#` and the end of the link's id. */
async function sourceOf(api: RazorpayApi, payment: unknown): Promise<CallResult<unknown>> {
  const [, suffix] = /^#(\w+)$/.exec(stringAt(payment, 'description') ?? '') ?? [];
  if (collectionOf(payment) !== null || suffix === undefined) return done(payment);
  const link = await api.get(`/v1/payment_links/plink_${suffix}`);
  if (link.kind === 'ok') return done(link.body);
  return isUnknownId(link) ? done(null) : readResult(link, []);
}
