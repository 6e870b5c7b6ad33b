import type { Clock } from '../../../../platform/domain/clock';
import {
  at,
  done,
  failed,
  integerAt,
  isMissing,
  notFound,
  readResult,
  rejected,
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
  type SetupState,
} from '../../collector-kit';
import { dodopaymentsAmounts } from './dodopayments-amounts';
import { DodoPaymentsApi } from './dodopayments-api';
import { disputesSince } from './dodopayments-disputes';
import { findPayment, findRefund, problemOfProduct, readCheckout } from './dodopayments-objects';
import { paymentCapture, paymentState, refundState, savedMethod } from './dodopayments-states';

const PAGE = 100;
/**
 * Without idempotency, longer than elsewhere: a charge that turns up after it was made anew takes money twice. It is asked
 * for as this ends, so that a lost answer is resolved within the minute that is promised.
 */
const VISIBLE_AFTER_MS = 45_000;

type Payer = { readonly customer_id: string } | { readonly email: string; readonly name: string };

/**
 * Collects through Dodo Payments (docs/payments.md#collecting-through-dodo-payments), which sells a product of the
 * merchant at the price of the amount due. It has no idempotency: no POST is repeated while its effect is unknown.
 */
export class DodoPaymentsCollector implements PaymentCollector {
  readonly name = 'dodopayments';
  readonly title = 'Dodo Payments';
  readonly baseUrls = { live: 'https://live.dodopayments.com', test: 'https://test.dodopayments.com' };
  readonly credentialFields = ['api_key', 'product_id'];
  readonly amounts = dodopaymentsAmounts;
  readonly canEndLinks = false;
  readonly confirmCharge = null;

  constructor(private readonly clock: Clock) {}

  async checkConnection(http: ProviderHttp, account: ProviderAccount): Promise<ConnectionCheck> {
    const path = `/products/${encodeURIComponent(productOf(account))}`;
    const reply = await new DodoPaymentsApi(http, account).get(path);
    if (reply.kind === 'refused') return { state: 'rejected', reason: reply.reason };
    if (reply.kind !== 'ok') return { state: 'unavailable', reason: reply.reason };
    const problem = problemOfProduct(reply.body);
    if (problem !== null) return { state: 'rejected', reason: problem };
    return { state: 'connected', providerAccountId: stringAt(reply.body, 'business_id') };
  }

  async createLink(
    http: ProviderHttp,
    account: ProviderAccount,
    order: LinkOrder,
  ): Promise<CallResult<ObjectState>> {
    const api = new DodoPaymentsApi(http, account);
    const payer = payerOf(order);
    if (payer === null)
      return rejected('payer_unknown', 'Dodo Payments needs the e-mail address of the customer.');
    const wrong = await this.wrongTotal(api, account, order);
    if (wrong !== null) return wrong;
    const checkout = {
      ...cartOf(account, order),
      customer: payer,
      metadata: metadataOf(order),
      return_url: order.successUrl,
      cancel_url: order.cancelUrl,
    };
    const reply = await api.post('/checkouts', checkout);
    return resultOf(reply, (body) => ({
      objectId: requiredAt(body, 'session_id'),
      status: 'open',
      isDead: false,
      url: stringAt(body, 'checkout_url'),
      expiresAt: new Date(order.requestedAt.getTime() + 24 * 60 * 60_000),
      captures: [],
      decline: null,
    }));
  }

  async createCharge(
    http: ProviderHttp,
    account: ProviderAccount,
    order: ChargeOrder,
  ): Promise<CallResult<ObjectState>> {
    const api = new DodoPaymentsApi(http, account);
    const wrong = await this.wrongTotal(api, account, order);
    if (wrong !== null) return wrong;
    const checkout = {
      ...cartOf(account, order),
      customer: { customer_id: order.providerCustomerId },
      payment_method_id: order.providerMethodId,
      confirm: true,
      metadata: metadataOf(order),
      return_url: order.returnUrl,
    };
    const reply = await api.post('/checkouts', checkout);
    if (reply.kind !== 'ok') return failed(reply);
    const payment = stringAt(reply.body, 'payment_id');
    const state = payment === null ? null : await this.read(http, account, payment);
    // It was made: what cannot be read now is found later.
    if (state?.kind === 'done') return state;
    return { kind: 'unknown', reason: state?.reason ?? 'Dodo Payments named no payment.' };
  }

  async read(
    http: ProviderHttp,
    account: ProviderAccount,
    objectId: string,
  ): Promise<CallResult<ObjectState>> {
    const api = new DodoPaymentsApi(http, account);
    if (objectId.startsWith('cks_')) return readCheckout(api, objectId, this.clock.now());
    const reply = await api.get(`/payments/${encodeURIComponent(objectId)}`);
    return reply.kind === 'ok' ? done(paymentState(reply.body, this.clock.now())) : readResult(reply);
  }

  /** Checkouts cannot be listed. One whose address nobody got takes no money; a payment is found at the customer. */
  async find(
    http: ProviderHttp,
    account: ProviderAccount,
    order: CollectionOrder & { readonly kind: 'link' | 'charge' },
  ): Promise<CallResult<ObjectState | null>> {
    const found = await findPayment(new DodoPaymentsApi(http, account), order);
    if (found.kind !== 'done') return found;
    if (found.value === null) return this.absent(order.requestedAt);
    return this.read(http, account, found.value);
  }

  /** There is no such route: the answer is the state as it is. */
  makeDead(http: ProviderHttp, account: ProviderAccount, objectId: string): Promise<CallResult<ObjectState>> {
    return this.read(http, account, objectId);
  }

  async refund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState>> {
    const api = new DodoPaymentsApi(http, account);
    const payment = await api.get(`/payments/${encodeURIComponent(order.providerPaymentId)}`);
    if (payment.kind !== 'ok') return readResult(payment);
    const amount = toProviderRefund(dodopaymentsAmounts, order.amountCents, order.currency);
    const isWhole = amount === integerAt(payment.body, 'total_amount');
    const product = stringAt(rowsAt(payment.body, 'product_cart')[0], 'product_id') ?? productOf(account);
    const refund = {
      payment_id: order.providerPaymentId,
      // Lists of refunds have no metadata, but the reason.
      reason: order.reference,
      metadata: { refund_id: order.refundId, reference: order.reference },
      ...(isWhole ? {} : { items: [{ item_id: product, amount: Number(amount), tax_inclusive: true }] }),
    };
    return resultOf(await api.post('/refunds', refund), refundState);
  }

  async findRefund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState | null>> {
    const found = await findRefund(new DodoPaymentsApi(http, account), order);
    if (found.kind !== 'done') return found;
    return found.value === null ? this.absent(order.requestedAt) : done(refundState(found.value));
  }

  /** A card is saved when a checkout is paid, and only then. */
  createSetup(): Promise<CallResult<SetupState>> {
    return Promise.resolve(NO_SETUP);
  }

  readSetup(): Promise<CallResult<SetupState>> {
    return Promise.resolve(NO_SETUP);
  }

  async listMethods(
    http: ProviderHttp,
    account: ProviderAccount,
    providerCustomerId: string,
  ): Promise<CallResult<readonly ProviderMethod[]>> {
    const path = `/customers/${encodeURIComponent(providerCustomerId)}/payment-methods`;
    const reply = await new DodoPaymentsApi(http, account).get(path);
    return reply.kind === 'ok' ? done(rowsAt(reply.body, 'items').map(savedMethod)) : readResult(reply);
  }

  async deleteMethod(
    http: ProviderHttp,
    account: ProviderAccount,
    providerCustomerId: string,
    providerMethodId: string,
  ): Promise<CallResult<null>> {
    const [customer, method] = [providerCustomerId, providerMethodId].map(encodeURIComponent);
    const path = `/customers/${customer}/payment-methods/${method}`;
    const reply = await new DodoPaymentsApi(http, account).delete(path);
    return isMissing(reply) ? done(null) : resultOf(reply, () => null);
  }

  async listCaptures(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<CapturePage>> {
    const api = new DodoPaymentsApi(http, account);
    const number = Number(page ?? 0);
    const query = { created_at_gte: since.toISOString(), page_size: PAGE, page_number: number };
    const reply = await api.get('/payments', query);
    if (reply.kind !== 'ok') return readResult(reply, []);
    const rows = rowsAt(reply.body, 'items');
    const captures = rows.filter((it) => stringAt(it, 'status') === 'succeeded').map(paymentCapture);
    return done({ captures, next: rows.length < PAGE ? null : String(number + 1) });
  }

  listDisputes(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<DisputePage>> {
    return disputesSince(new DodoPaymentsApi(http, account), since, page);
  }

  /** Refuses a total other than the amount due before anybody pays it: a tax may come on top of the price. */
  private async wrongTotal(
    api: DodoPaymentsApi,
    account: ProviderAccount,
    order: CollectionOrder,
  ): Promise<CallResult<never> | null> {
    const reply = await api.post('/checkouts/preview', cartOf(account, order), true);
    if (reply.kind !== 'ok') return failed(reply);
    const due = toProviderAmount(dodopaymentsAmounts, order.amountCents, order.currency);
    const isDue =
      integerAt(reply.body, 'total_price') === due && at(reply.body, 'currency') === order.currency;
    if (isDue) return null;
    return rejected('total_differs', 'Dodo Payments would charge another total than the amount due.');
  }

  private absent(requestedAt: Date): CallResult<null> {
    return notFound(this.title, requestedAt, this.clock.now(), VISIBLE_AFTER_MS);
  }
}

const NO_SETUP = rejected(
  'setup_not_supported',
  'Dodo Payments saves a method when the customer pays; it has no page that only saves one.',
);

const productOf = ({ credentials }: ProviderAccount): string => credentials.product_id ?? '';

function cartOf(account: ProviderAccount, { amountCents, currency }: CollectionOrder): object {
  const amount = Number(toProviderAmount(dodopaymentsAmounts, amountCents, currency));
  return {
    product_cart: [{ product_id: productOf(account), quantity: 1, amount }],
    billing_currency: currency,
  };
}

function payerOf({ providerCustomerId, payer }: CollectionOrder): Payer | null {
  if (providerCustomerId !== null) return { customer_id: providerCustomerId };
  return payer.email === null ? null : { email: payer.email, name: payer.name ?? payer.email };
}

const metadataOf = (order: CollectionOrder): Record<string, string> => ({
  collection_id: order.collectionId,
  payment_id: order.paymentId,
  ...targetField(order.target),
  reference: order.reference,
});
