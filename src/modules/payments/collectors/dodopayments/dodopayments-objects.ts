import {
  at,
  done,
  readResult,
  rowsAt,
  stringAt,
  type CallResult,
  type CollectionOrder,
  type ObjectState,
  type RefundOrder,
} from '../../collector-kit';
import type { DodoPaymentsApi } from './dodopayments-api';
import { checkoutState } from './dodopayments-states';

const PAGE = 100;
const MARGIN_MS = 5 * 60_000;

/** Reads a checkout, which names its latest payment only. */
export async function readCheckout(
  api: DodoPaymentsApi,
  id: string,
  now: Date,
): Promise<CallResult<ObjectState>> {
  const checkout = await api.get(`/checkouts/${encodeURIComponent(id)}`);
  if (checkout.kind !== 'ok') return readResult(checkout);
  const paymentId = stringAt(checkout.body, 'payment_id');
  if (paymentId === null) return done(checkoutState(checkout.body, null, now));
  const payment = await api.get(`/payments/${encodeURIComponent(paymentId)}`);
  if (payment.kind !== 'ok') return readResult(payment, []);
  return done(checkoutState(checkout.body, payment.body, now));
}

/** Returns the id of the payment of a collection, or null. */
export async function findPayment(
  api: DodoPaymentsApi,
  order: CollectionOrder,
): Promise<CallResult<string | null>> {
  const from = new Date(order.requestedAt.getTime() - MARGIN_MS).toISOString();
  const query = { customer_id: order.providerCustomerId, created_at_gte: from };
  const found = await findRow(api, '/payments', query, (it) => {
    return stringAt(it, 'metadata', 'collection_id') === order.collectionId;
  });
  return found.kind === 'done' ? done(stringAt(found.value, 'payment_id')) : found;
}

export function findRefund(api: DodoPaymentsApi, order: RefundOrder): Promise<CallResult<unknown>> {
  const from = new Date(order.requestedAt.getTime() - MARGIN_MS).toISOString();
  return findRow(api, '/refunds', { created_at_gte: from }, (it) => {
    const isOwn = stringAt(it, 'metadata', 'reference') ?? stringAt(it, 'reason');
    return stringAt(it, 'payment_id') === order.providerPaymentId && isOwn === order.reference;
  });
}

/** Returns what is wrong with the product that is sold, as a sentence. */
export function problemOfProduct(product: unknown): string | null {
  const price = at(product, 'price');
  if (stringAt(price, 'type') !== 'one_time_price') return 'The product must have a one-time price.';
  if (at(price, 'pay_what_you_want') !== true) return 'The product must be "pay what you want".';
  if (at(price, 'tax_inclusive') !== true) return 'The price of the product must include the tax.';
  return null;
}

/** The first page is 0. */
async function findRow(
  api: DodoPaymentsApi,
  path: string,
  query: Readonly<Record<string, string | null>>,
  fits: (row: unknown) => boolean,
): Promise<CallResult<unknown>> {
  for (let page = 0; ; page++) {
    const reply = await api.get(path, { ...query, page_size: PAGE, page_number: page });
    if (reply.kind !== 'ok') return readResult(reply, []);
    const rows = rowsAt(reply.body, 'items');
    const found = rows.find(fits);
    if (found !== undefined) return done(found);
    if (rows.length < PAGE) return done(null);
  }
}
