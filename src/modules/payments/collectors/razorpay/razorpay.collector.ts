import type { Clock } from '../../../../platform/domain/clock';
import {
  done,
  failed,
  notFound,
  readResult,
  requiredAt,
  resultOf,
  rowsAt,
  stringAt,
  targetField,
  toProviderAmount,
  toProviderRefund,
  type CallResult,
  type CapturePage,
  type ChargeOrder,
  type CollectionOrder,
  type ConnectionCheck,
  type DisputePage,
  type LinkOrder,
  type ObjectState,
  type PaymentCollector,
  type ProviderAccount,
  type ProviderHttp,
  type ProviderMethod,
  type RefundOrder,
  type RefundState,
  type SetupOrder,
  type SetupState,
} from '../../collector-kit';
import { razorpayAmounts } from './razorpay-amounts';
import { isUnknownId, RazorpayApi } from './razorpay-api';
import { disputesSince } from './razorpay-disputes';
import { answerOf, capturesSince, readLink, readOrder } from './razorpay-objects';
import { createSetup, readSetup } from './razorpay-setups';
import { endedOrder, linkState, orderState, refundState, tokenMethod } from './razorpay-states';

const LINKS = '/v1/payment_links';
const ORDERS = '/v1/orders';
const PAGE = 100;
const LINK_LIVES_SECONDS = 24 * 60 * 60;

/**
 * Collects through Razorpay (docs/payments.md#collecting-through-razorpay): a payment link, or one order per charge,
 * found by its receipt, with a recurring payment of it. The SDK has a fixed host and drops headers, so this speaks HTTP.
 */
export class RazorpayCollector implements PaymentCollector {
  readonly name = 'razorpay';
  readonly title = 'Razorpay';
  readonly baseUrls = { live: 'https://api.razorpay.com', test: 'https://api.razorpay.com' };
  readonly credentialFields = ['key_id', 'key_secret'];
  readonly amounts = razorpayAmounts;
  readonly canEndLinks = true;

  constructor(private readonly clock: Clock) {}

  async checkConnection(http: ProviderHttp, account: ProviderAccount): Promise<ConnectionCheck> {
    const reply = await new RazorpayApi(http, account).get(ORDERS, { count: 1 });
    if (reply.kind === 'ok') return { state: 'connected', providerAccountId: null };
    return { state: reply.kind === 'refused' ? 'rejected' : 'unavailable', reason: reply.reason };
  }

  async createLink(
    http: ProviderHttp,
    account: ProviderAccount,
    order: LinkOrder,
  ): Promise<CallResult<ObjectState>> {
    const { name, email } = order.payer;
    const link = {
      amount: Number(toProviderAmount(razorpayAmounts, order.amountCents, order.currency)),
      currency: order.currency,
      accept_partial: false,
      description: order.description,
      reference_id: order.reference,
      customer: { ...(name === null ? {} : { name }), ...(email === null ? {} : { email }) },
      notify: { sms: false, email: false },
      reminder_enable: false,
      expire_by: Math.floor(order.requestedAt.getTime() / 1000) + LINK_LIVES_SECONDS,
      callback_url: order.successUrl,
      callback_method: 'get',
      notes: notesOf(order),
    };
    const reply = await new RazorpayApi(http, account).post(LINKS, link);
    return resultOf(reply, (body) => linkState(body, []));
  }

  /** Takes no money: an order is paid by `confirmCharge`. */
  async createCharge(
    http: ProviderHttp,
    account: ProviderAccount,
    order: ChargeOrder,
  ): Promise<CallResult<ObjectState>> {
    const body = {
      amount: Number(toProviderAmount(razorpayAmounts, order.amountCents, order.currency)),
      currency: order.currency,
      receipt: order.reference,
      payment_capture: true,
      notes: notesOf(order),
    };
    const reply = await new RazorpayApi(http, account).post(ORDERS, body);
    return resultOf(reply, (made) => orderState(made, [], this.clock.now()));
  }

  /** Nothing makes a repetition safe: whoever gets no answer reads the payments of the order. */
  async confirmCharge(
    http: ProviderHttp,
    account: ProviderAccount,
    objectId: string,
    order: ChargeOrder,
  ): Promise<CallResult<ObjectState>> {
    const api = new RazorpayApi(http, account);
    const customer = await api.get(`/v1/customers/${encodeURIComponent(order.providerCustomerId)}`);
    if (customer.kind !== 'ok') return answerOf(customer);
    const payment = {
      email: stringAt(customer.body, 'email') ?? order.payer.email,
      contact: stringAt(customer.body, 'contact'),
      amount: Number(toProviderAmount(razorpayAmounts, order.amountCents, order.currency)),
      currency: order.currency,
      order_id: objectId,
      customer_id: order.providerCustomerId,
      token: order.providerMethodId,
      recurring: true,
      description: order.description,
      notes: notesOf(order),
    };
    const reply = await api.post('/v1/payments/create/recurring', payment);
    return reply.kind === 'ok' ? this.afterPayment(api, objectId) : failed(reply);
  }

  read(http: ProviderHttp, account: ProviderAccount, objectId: string): Promise<CallResult<ObjectState>> {
    const api = new RazorpayApi(http, account);
    return objectId.startsWith('plink_')
      ? readLink(api, objectId)
      : readOrder(api, objectId, this.clock.now());
  }

  async find(
    http: ProviderHttp,
    account: ProviderAccount,
    order: CollectionOrder & { readonly kind: 'link' | 'charge' },
  ): Promise<CallResult<ObjectState | null>> {
    const api = new RazorpayApi(http, account);
    const isLink = order.kind === 'link';
    const reply = isLink
      ? await api.get(LINKS, { reference_id: order.reference })
      : await api.get(ORDERS, { receipt: order.reference, count: PAGE });
    if (reply.kind !== 'ok') return readResult(reply, []);
    const [rows, key] = isLink ? ['payment_links', 'reference_id'] : ['items', 'receipt'];
    const found = rowsAt(reply.body, rows).find((it) => stringAt(it, key) === order.reference);
    if (found === undefined) return this.absent(order.requestedAt);
    return this.read(http, account, requiredAt(found, 'id'));
  }

  /** A link that is not `created` any more cannot be cancelled: it is paid or over. An order cannot be cancelled at all. */
  async makeDead(
    http: ProviderHttp,
    account: ProviderAccount,
    objectId: string,
    confirmedAt: Date | null,
  ): Promise<CallResult<ObjectState>> {
    const api = new RazorpayApi(http, account);
    if (!objectId.startsWith('plink_')) return this.endOrder(api, objectId, confirmedAt);
    const reply = await api.post(`${LINKS}/${encodeURIComponent(objectId)}/cancel`, {});
    const isAnswered = reply.kind === 'ok' || (reply.kind === 'refused' && reply.status === 400);
    return isAnswered ? readLink(api, objectId) : failed(reply);
  }

  async refund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState>> {
    const refund = {
      amount: Number(toProviderRefund(razorpayAmounts, order.amountCents, order.currency)),
      speed: 'normal',
      receipt: order.reference,
      notes: { refund_id: order.refundId },
    };
    const path = `/v1/payments/${encodeURIComponent(order.providerPaymentId)}/refund`;
    const headers = { 'x-refund-idempotency': order.reference };
    const reply = await new RazorpayApi(http, account).post(path, refund, headers);
    // The first request with the key is still being worked on.
    if (reply.kind === 'refused' && reply.status === 409) return { kind: 'unknown', reason: reply.reason };
    return resultOf(reply, refundState);
  }

  async findRefund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState | null>> {
    const path = `/v1/payments/${encodeURIComponent(order.providerPaymentId)}/refunds`;
    const reply = await new RazorpayApi(http, account).get(path, { count: PAGE });
    if (reply.kind !== 'ok') return readResult(reply, []);
    const found = rowsAt(reply.body, 'items').find((it) => stringAt(it, 'receipt') === order.reference);
    return found === undefined ? this.absent(order.requestedAt) : done(refundState(found));
  }

  createSetup(
    http: ProviderHttp,
    account: ProviderAccount,
    order: SetupOrder,
  ): Promise<CallResult<SetupState>> {
    return createSetup(new RazorpayApi(http, account), order);
  }

  readSetup(http: ProviderHttp, account: ProviderAccount, id: string): Promise<CallResult<SetupState>> {
    return readSetup(new RazorpayApi(http, account), id);
  }

  async listMethods(
    http: ProviderHttp,
    account: ProviderAccount,
    providerCustomerId: string,
  ): Promise<CallResult<readonly ProviderMethod[]>> {
    const path = `/v1/customers/${encodeURIComponent(providerCustomerId)}/tokens`;
    const reply = await new RazorpayApi(http, account).get(path);
    return reply.kind === 'ok' ? done(rowsAt(reply.body, 'items').map(tokenMethod)) : answerOf(reply);
  }

  async deleteMethod(
    http: ProviderHttp,
    account: ProviderAccount,
    providerCustomerId: string,
    providerMethodId: string,
  ): Promise<CallResult<null>> {
    const [customer, token] = [providerCustomerId, providerMethodId].map(encodeURIComponent);
    const reply = await new RazorpayApi(http, account).delete(`/v1/customers/${customer}/tokens/${token}`);
    return isUnknownId(reply) ? done(null) : resultOf(reply, () => null);
  }

  listCaptures(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<CapturePage>> {
    return capturesSince(new RazorpayApi(http, account), since, page);
  }

  listDisputes(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<DisputePage>> {
    return disputesSince(new RazorpayApi(http, account), since, page);
  }

  /** The payment was made: what cannot be read now is not lost, but not known yet. */
  private async afterPayment(api: RazorpayApi, orderId: string): Promise<CallResult<ObjectState>> {
    const state = await readOrder(api, orderId, this.clock.now());
    if (state.kind === 'done') return state;
    return { kind: 'unknown', reason: state.reason };
  }

  private async endOrder(
    api: RazorpayApi,
    orderId: string,
    confirmedAt: Date | null,
  ): Promise<CallResult<ObjectState>> {
    const now = this.clock.now();
    const state = await readOrder(api, orderId, now);
    if (state.kind !== 'done') return state;
    const order = await api.get(`${ORDERS}/${encodeURIComponent(orderId)}`);
    return order.kind === 'ok'
      ? done(endedOrder(state.value, order.body, confirmedAt, now))
      : answerOf(order);
  }

  private absent(requestedAt: Date): CallResult<null> {
    return notFound(this.title, requestedAt, this.clock.now());
  }
}

const notesOf = (order: CollectionOrder): Record<string, string> => ({
  collection_id: order.collectionId,
  payment_id: order.paymentId,
  ...targetField(order.target),
  reference: order.reference,
});
