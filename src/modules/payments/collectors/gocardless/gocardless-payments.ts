import {
  at,
  done,
  instantAt,
  readResult,
  rowsAt,
  stringAt,
  type CallResult,
  type ObjectState,
} from '../../collector-kit';
import type { GoCardlessApi } from './gocardless-api';
import { paymentState, requestState, type Failure } from './gocardless-states';

const PAGE = 100;

/** Reads a payment, or a billing request with the payment that it led to. */
export async function readObject(api: GoCardlessApi, objectId: string): Promise<CallResult<ObjectState>> {
  if (!objectId.startsWith('BRQ')) return readPayment(api, objectId);
  const reply = await api.get(`/billing_requests/${encodeURIComponent(objectId)}`);
  if (reply.kind !== 'ok') return readResult(reply);
  const request = at(reply.body, 'billing_requests');
  const payment = stringAt(request, 'links', 'payment_request_payment');
  return payment === null ? done(requestState(request, null)) : readPayment(api, payment, objectId);
}

async function readPayment(
  api: GoCardlessApi,
  paymentId: string,
  objectId = paymentId,
): Promise<CallResult<ObjectState>> {
  const reply = await api.get(`/payments/${encodeURIComponent(paymentId)}`);
  if (reply.kind !== 'ok') return readResult(reply);
  const payment = at(reply.body, 'payments');
  const state = paymentState(payment, null, objectId);
  const action = state.status === 'failed' ? 'failed' : state.status === 'succeeded' ? 'confirmed' : null;
  if (action === null) return done(state);
  const event = await latestEvent(api, paymentId, action);
  if (event.kind !== 'done') return event;
  if (action === 'failed') return done(paymentState(payment, failureOf(event.value), objectId));
  const confirmedAt = instantAt(event.value, 'created_at');
  if (confirmedAt === null) return done(state);
  return done({ ...state, captures: state.captures.map((it) => ({ ...it, capturedAt: confirmedAt })) });
}

/**
 * Returns the latest event of a payment with this action; null if there is none. It alone says why a payment failed, and
 * when it was confirmed: a failure before that, which GoCardless has tried again, must not count as one after it, which
 * takes the money back.
 */
async function latestEvent(
  api: GoCardlessApi,
  payment: string,
  action: 'failed' | 'confirmed',
): Promise<CallResult<unknown>> {
  const query = { payment, resource_type: 'payments', action, limit: PAGE };
  const reply = await api.get('/events', query);
  if (reply.kind !== 'ok') return readResult(reply, []);
  const isOwn = (it: unknown): boolean =>
    stringAt(it, 'links', 'payment') === payment && stringAt(it, 'action') === action;
  return done(rowsAt(reply.body, 'events').find(isOwn) ?? null);
}

/** The cause of a failure, and whether the payment is tried again. */
function failureOf(event: unknown): Failure | null {
  if (event === null) return null;
  return {
    cause: stringAt(event, 'details', 'cause') ?? 'failed',
    message: stringAt(event, 'details', 'description') ?? 'The payment failed.',
    willRetry: at(event, 'details', 'will_attempt_retry') === true,
  };
}

/** Returns the resource of a collection or refund in a list, by our metadata; pages until it is found. */
export async function findByMetadata(
  api: GoCardlessApi,
  resource: 'payments' | 'billing_requests' | 'refunds',
  query: Readonly<Record<string, string | null>>,
  [key, value]: readonly [key: string, value: string],
): Promise<CallResult<unknown>> {
  let after: string | null = null;
  do {
    const reply = await api.get(`/${resource}`, { ...query, limit: PAGE, after });
    if (reply.kind !== 'ok') return readResult(reply, []);
    const found = rowsAt(reply.body, resource).find((it) => stringAt(it, 'metadata', key) === value);
    if (found !== undefined) return done(found);
    after = stringAt(reply.body, 'meta', 'cursors', 'after');
  } while (after !== null);
  return done(null);
}
