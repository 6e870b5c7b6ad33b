import type { Clock } from '../../../../platform/domain/clock';
import {
  at,
  done,
  failed,
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
  integerAt,
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
import { gocardlessAmounts, LINK_CURRENCIES } from './gocardless-amounts';
import { conflictOf, GoCardlessApi } from './gocardless-api';
import { disputesSince } from './gocardless-disputes';
import { findByMetadata, readObject } from './gocardless-payments';
import { mandateMethod, paymentCapture, paymentState, refundState, requestState } from './gocardless-states';
import { createSetup, openFlow, readSetup } from './gocardless-setups';

const PAGE = 200;
const MARGIN_MS = 5 * 60_000;
/** A debit is confirmed days after it was created, and lists know only the latter. */
const CONFIRMED_WITHIN_MS = 30 * 24 * 60 * 60_000;

/**
 * Collects through GoCardless (docs/payments.md#collecting-through-gocardless): an instant payment by a billing request
 * for a link, a debit of a mandate for a charge. The SDK has fixed hosts and no deadline, so this speaks HTTP.
 */
export class GoCardlessCollector implements PaymentCollector {
  readonly name = 'gocardless';
  readonly title = 'GoCardless';
  readonly baseUrls = { live: 'https://api.gocardless.com', test: 'https://api-sandbox.gocardless.com' };
  readonly credentialFields = ['access_token'];
  readonly amounts = gocardlessAmounts;
  readonly linkCurrencies = LINK_CURRENCIES;
  readonly canEndLinks = true;
  readonly confirmCharge = null;

  constructor(private readonly clock: Clock) {}

  async checkConnection(http: ProviderHttp, account: ProviderAccount): Promise<ConnectionCheck> {
    const reply = await new GoCardlessApi(http, account).get('/creditors', { limit: 1 });
    if (reply.kind === 'ok') return { state: 'connected', providerAccountId: null };
    return { state: reply.kind === 'refused' ? 'rejected' : 'unavailable', reason: reply.reason };
  }

  async createLink(
    http: ProviderHttp,
    account: ProviderAccount,
    order: LinkOrder,
  ): Promise<CallResult<ObjectState>> {
    if (!LINK_CURRENCIES.has(order.currency)) {
      const reason = `GoCardless takes instant payments in EUR and GBP only, not in ${order.currency}.`;
      return rejected('currency_not_supported', reason);
    }
    const api = new GoCardlessApi(http, account);
    const metadata = metadataOf(order);
    const { currency, description, providerCustomerId: customer } = order;
    const amount = Number(toProviderAmount(gocardlessAmounts, order.amountCents, currency));
    const request = {
      payment_request: { amount, currency, description, metadata },
      metadata,
      ...(customer === null ? {} : { links: { customer } }),
    };
    const made = await api.post('/billing_requests', { billing_requests: request }, order.collectionId);
    const id =
      made.kind === 'ok' ? requiredAt(made.body, 'billing_requests', 'id') : (conflictOf(made) ?? '');
    if (made.kind !== 'ok' && id === '') return failed(made);
    return this.withPage(api, id, order);
  }

  /** The key is that of the collection: however often a charge is asked for, there is one payment. */
  async createCharge(
    http: ProviderHttp,
    account: ProviderAccount,
    order: ChargeOrder,
  ): Promise<CallResult<ObjectState>> {
    const api = new GoCardlessApi(http, account);
    const payment = {
      amount: Number(toProviderAmount(gocardlessAmounts, order.amountCents, order.currency)),
      currency: order.currency,
      description: order.description,
      retry_if_possible: false,
      metadata: metadataOf(order),
      links: { mandate: order.providerMethodId },
    };
    const reply = await api.post('/payments', { payments: payment }, order.collectionId);
    const known = conflictOf(reply);
    if (known !== null) return readObject(api, known);
    return resultOf(reply, (body) => paymentState(at(body, 'payments'), null));
  }

  read(http: ProviderHttp, account: ProviderAccount, objectId: string): Promise<CallResult<ObjectState>> {
    return readObject(new GoCardlessApi(http, account), objectId);
  }

  async find(
    http: ProviderHttp,
    account: ProviderAccount,
    order: CollectionOrder & { readonly kind: 'link' | 'charge' },
  ): Promise<CallResult<ObjectState | null>> {
    const api = new GoCardlessApi(http, account);
    const resource = order.kind === 'link' ? 'billing_requests' : 'payments';
    const from = new Date(order.requestedAt.getTime() - MARGIN_MS).toISOString();
    const query = { 'created_at[gte]': from, customer: order.providerCustomerId };
    const found = await findByMetadata(api, resource, query, ['collection_id', order.collectionId]);
    if (found.kind !== 'done') return found;
    if (found.value === null) return this.absent(order.requestedAt);
    const state = await readObject(api, requiredAt(found.value, 'id'));
    const isPageless = state.kind === 'done' && state.value.status === 'open';
    return isPageless ? this.withPage(api, state.value.objectId, null) : state;
  }

  /** Both can be cancelled until money moves; a refusal means that it does. */
  async makeDead(
    http: ProviderHttp,
    account: ProviderAccount,
    objectId: string,
  ): Promise<CallResult<ObjectState>> {
    const api = new GoCardlessApi(http, account);
    const resource = objectId.startsWith('BRQ') ? 'billing_requests' : 'payments';
    const path = `/${resource}/${encodeURIComponent(objectId)}/actions/cancel`;
    const reply = await api.post(path, {}, null);
    const isAnswered = reply.kind === 'ok' || (reply.kind === 'refused' && reply.status === 422);
    return isAnswered ? readObject(api, objectId) : failed(reply);
  }

  async refund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState>> {
    const api = new GoCardlessApi(http, account);
    const payment = await api.get(`/payments/${encodeURIComponent(order.providerPaymentId)}`);
    if (payment.kind !== 'ok') return readResult(payment);
    const amount = toProviderRefund(gocardlessAmounts, order.amountCents, order.currency);
    const refund = {
      amount: Number(amount),
      // What the payer has back in all, as a guard of GoCardless against refunding twice.
      total_amount_confirmation: Number(integerAt(payment.body, 'payments', 'amount_refunded') + amount),
      metadata: { refund_id: order.refundId, reference: order.reference },
      links: { payment: order.providerPaymentId },
    };
    const reply = await api.post('/refunds', { refunds: refund }, order.reference);
    const known = conflictOf(reply);
    if (known !== null) return this.readRefund(api, known);
    if (reply.kind === 'refused' && reply.code === 'total_amount_confirmation_invalid') {
      return { kind: 'unavailable', reason: 'Another refund of the payment came in between.' };
    }
    return resultOf(reply, (body) => refundState(at(body, 'refunds')));
  }

  async findRefund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState | null>> {
    const api = new GoCardlessApi(http, account);
    const query = { payment: order.providerPaymentId };
    const found = await findByMetadata(api, 'refunds', query, ['reference', order.reference]);
    if (found.kind !== 'done') return found;
    return found.value === null ? this.absent(order.requestedAt) : done(refundState(found.value));
  }

  createSetup(
    http: ProviderHttp,
    account: ProviderAccount,
    order: SetupOrder,
  ): Promise<CallResult<SetupState>> {
    return createSetup(new GoCardlessApi(http, account), order);
  }

  readSetup(http: ProviderHttp, account: ProviderAccount, id: string): Promise<CallResult<SetupState>> {
    return readSetup(new GoCardlessApi(http, account), id);
  }

  async listMethods(
    http: ProviderHttp,
    account: ProviderAccount,
    providerCustomerId: string,
  ): Promise<CallResult<readonly ProviderMethod[]>> {
    const query = { customer: providerCustomerId, limit: PAGE };
    const reply = await new GoCardlessApi(http, account).get('/mandates', query);
    if (reply.kind !== 'ok') return readResult(reply);
    const mandates = rowsAt(reply.body, 'mandates').filter((it) => stringAt(it, 'status') !== 'cancelled');
    return done(mandates.map(mandateMethod));
  }

  /** A mandate that is cancelled already is refused, and gone. */
  async deleteMethod(
    http: ProviderHttp,
    account: ProviderAccount,
    _providerCustomerId: string,
    providerMethodId: string,
  ): Promise<CallResult<null>> {
    const path = `/mandates/${encodeURIComponent(providerMethodId)}/actions/cancel`;
    const reply = await new GoCardlessApi(http, account).post(path, {}, null);
    const isGone = isMissing(reply) || (reply.kind === 'refused' && reply.status === 422);
    return isGone ? done(null) : resultOf(reply, () => null);
  }

  async listCaptures(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<CapturePage>> {
    const from = new Date(since.getTime() - CONFIRMED_WITHIN_MS).toISOString();
    const query = { 'created_at[gte]': from, limit: PAGE, after: page };
    const reply = await new GoCardlessApi(http, account).get('/payments', query);
    if (reply.kind !== 'ok') return readResult(reply, []);
    const paid = rowsAt(reply.body, 'payments').filter((it) =>
      ['confirmed', 'paid_out'].includes(stringAt(it, 'status') ?? ''),
    );
    return done({
      captures: paid.map(paymentCapture),
      next: stringAt(reply.body, 'meta', 'cursors', 'after'),
    });
  }

  listDisputes(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<DisputePage>> {
    return disputesSince(new GoCardlessApi(http, account), since, page);
  }

  /** A request is paid on a page of its own, which may be made again: it takes one payment, on whichever. */
  private async withPage(
    api: GoCardlessApi,
    id: string,
    order: LinkOrder | null,
  ): Promise<CallResult<ObjectState>> {
    const flow = await openFlow(api, id, order);
    return resultOf(flow, (body) => requestState({ id }, at(body, 'billing_request_flows')));
  }

  private async readRefund(api: GoCardlessApi, id: string): Promise<CallResult<RefundState>> {
    const reply = await api.get(`/refunds/${encodeURIComponent(id)}`);
    return reply.kind === 'ok' ? done(refundState(at(reply.body, 'refunds'))) : readResult(reply, []);
  }

  private absent(requestedAt: Date): CallResult<null> {
    return notFound(this.title, requestedAt, this.clock.now());
  }
}

/** GoCardless keeps three keys; the key of the request is the id of the collection, so the reference is not needed. */
const metadataOf = ({ collectionId, paymentId, target }: CollectionOrder): Record<string, string> => ({
  collection_id: collectionId,
  payment_id: paymentId,
  ...targetField(target),
});
