import type { Clock } from '../../../../platform/domain/clock';
import {
  at,
  done,
  failed,
  isMissing,
  notFound,
  readResult,
  requiredAt,
  resultOf,
  rowsAt,
  stringAt,
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
import { StripeApi, type Fields } from './stripe-api';
import { disputesSince } from './stripe-disputes';
import { stripeAmounts } from './stripe-amounts';
import { findByReference, hasReference, metadataOf } from './stripe-search';
import { chargeCapture, intentState, methodOf, refundState, sessionState, setupState } from './stripe-states';

const SESSIONS = '/v1/checkout/sessions';
const INTENTS = '/v1/payment_intents';
const OF_SESSION = { expand: ['payment_intent.latest_charge'] };
const OF_INTENT = { expand: ['latest_charge'] };
const OF_SETUP = { expand: ['setup_intent.payment_method'] };
const PAGE = 100;
/** Clocks differ: lists are asked from a little before the request. */
const MARGIN_MS = 5 * 60_000;

const unix = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * Collects through Stripe (docs/payments.md#collecting-through-stripe): a Checkout Session for a link, a PaymentIntent
 * that is created unconfirmed for a charge. Over HTTP by its API reference: the SDK repeats a request once by itself.
 */
export class StripeCollector implements PaymentCollector {
  readonly name = 'stripe';
  readonly title = 'Stripe';
  readonly baseUrls = { live: 'https://api.stripe.com', test: 'https://api.stripe.com' };
  readonly credentialFields = ['secret_key'];
  readonly amounts = stripeAmounts;
  readonly canEndLinks = true;

  constructor(private readonly clock: Clock) {}

  async checkConnection(http: ProviderHttp, account: ProviderAccount): Promise<ConnectionCheck> {
    const api = new StripeApi(http, account);
    const reply = await api.get('/v1/account');
    if (reply.kind === 'ok') return { state: 'connected', providerAccountId: stringAt(reply.body, 'id') };
    // A restricted key may collect without seeing the account.
    const isRestricted = reply.kind === 'refused' && reply.status === 403;
    const second = isRestricted ? await api.get(INTENTS, { limit: 1 }) : reply;
    if (second.kind === 'ok') return { state: 'connected', providerAccountId: null };
    return { state: second.kind === 'refused' ? 'rejected' : 'unavailable', reason: second.reason };
  }

  async createLink(
    http: ProviderHttp,
    account: ProviderAccount,
    order: LinkOrder,
  ): Promise<CallResult<ObjectState>> {
    const amount = toProviderAmount(stripeAmounts, order.amountCents, order.currency);
    const metadata = metadataOf(order);
    const price = {
      currency: order.currency.toLowerCase(),
      unit_amount: amount,
      product_data: { name: order.description },
    };
    const fields: Fields = {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: price }],
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      client_reference_id: order.paymentId,
      customer: order.providerCustomerId,
      customer_email: order.providerCustomerId === null ? order.payer.email : null,
      metadata,
      // Metadata of a session is not copied to its intent, which the notifications are about.
      payment_intent_data: { metadata, description: order.description },
      ...OF_SESSION,
    };
    const reply = await new StripeApi(http, account).post(SESSIONS, fields, `${order.reference}-link`);
    return resultOf(reply, sessionState);
  }

  /** Takes no money: the intent is not confirmed, and nobody else can confirm it. */
  async createCharge(
    http: ProviderHttp,
    account: ProviderAccount,
    order: ChargeOrder,
  ): Promise<CallResult<ObjectState>> {
    const fields = {
      amount: toProviderAmount(stripeAmounts, order.amountCents, order.currency),
      currency: order.currency.toLowerCase(),
      customer: order.providerCustomerId,
      payment_method: order.providerMethodId,
      description: order.description,
      metadata: metadataOf(order),
    };
    const reply = await new StripeApi(http, account).post(INTENTS, fields, `${order.reference}-create`);
    return resultOf(reply, intentState);
  }

  async confirmCharge(
    http: ProviderHttp,
    account: ProviderAccount,
    objectId: string,
    order: ChargeOrder,
  ): Promise<CallResult<ObjectState>> {
    const fields = { off_session: true, return_url: order.returnUrl, ...OF_INTENT };
    const path = `${INTENTS}/${encodeURIComponent(objectId)}/confirm`;
    const reply = await new StripeApi(http, account).post(path, fields, `${order.reference}-confirm`);
    // A decline, and the refusal of a second confirmation, carry the intent as it is.
    const intent = reply.kind === 'refused' ? (at(reply.body, 'error', 'payment_intent') ?? null) : null;
    if (intent === null) return resultOf(reply, intentState);
    const state = intentState(intent);
    return state.status === 'succeeded' ? this.read(http, account, objectId) : done(state);
  }

  async read(
    http: ProviderHttp,
    account: ProviderAccount,
    objectId: string,
  ): Promise<CallResult<ObjectState>> {
    const isSession = objectId.startsWith('cs_');
    const path = `${isSession ? SESSIONS : INTENTS}/${encodeURIComponent(objectId)}`;
    const reply = await new StripeApi(http, account).get(path, isSession ? OF_SESSION : OF_INTENT);
    if (reply.kind !== 'ok') return readResult(reply);
    return done(isSession ? sessionState(reply.body) : intentState(reply.body));
  }

  /** Lists are up to date at once, which Search is not. */
  async find(
    http: ProviderHttp,
    account: ProviderAccount,
    order: CollectionOrder & { readonly kind: 'link' | 'charge' },
  ): Promise<CallResult<ObjectState | null>> {
    const isLink = order.kind === 'link';
    const query = {
      customer: order.providerCustomerId,
      created: { gte: unix(new Date(order.requestedAt.getTime() - MARGIN_MS)) },
    };
    const api = new StripeApi(http, account);
    const found = await findByReference(api, isLink ? SESSIONS : INTENTS, query, order.reference);
    if (found.kind !== 'done') return found;
    return found.value === null ? this.absent(order.requestedAt) : this.read(http, account, found.value);
  }

  /** An intent of a session cannot be canceled by itself: the session expires. A refusal means that it is paid or processing. */
  async makeDead(
    http: ProviderHttp,
    account: ProviderAccount,
    objectId: string,
  ): Promise<CallResult<ObjectState>> {
    const api = new StripeApi(http, account);
    const id = encodeURIComponent(objectId);
    const path = objectId.startsWith('cs_') ? `${SESSIONS}/${id}/expire` : `${INTENTS}/${id}/cancel`;
    const reply = await api.post(path, {}, null);
    const isAnswered = reply.kind === 'ok' || (reply.kind === 'refused' && reply.status === 400);
    return isAnswered ? this.read(http, account, objectId) : failed(reply);
  }

  async refund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState>> {
    const fields = {
      payment_intent: order.providerPaymentId,
      amount: toProviderRefund(stripeAmounts, order.amountCents, order.currency),
      metadata: { refund_id: order.refundId, reference: order.reference },
    };
    return resultOf(
      await new StripeApi(http, account).post('/v1/refunds', fields, order.reference),
      refundState,
    );
  }

  async findRefund(
    http: ProviderHttp,
    account: ProviderAccount,
    order: RefundOrder,
  ): Promise<CallResult<RefundState | null>> {
    const query = { payment_intent: order.providerPaymentId, limit: PAGE };
    const reply = await new StripeApi(http, account).get('/v1/refunds', query);
    if (reply.kind !== 'ok') return readResult(reply, []);
    const found = rowsAt(reply.body, 'data').find((it) => hasReference(it, order.reference));
    return found === undefined ? this.absent(order.requestedAt) : done(refundState(found));
  }

  async createSetup(
    http: ProviderHttp,
    account: ProviderAccount,
    order: SetupOrder,
  ): Promise<CallResult<SetupState>> {
    const api = new StripeApi(http, account);
    const known = order.providerCustomerId;
    const { name, email } = order.payer;
    const customer =
      known === null
        ? await api.post('/v1/customers', { name, email }, `${order.reference}-customer`)
        : ({ kind: 'ok', body: { id: known } } as const);
    if (customer.kind !== 'ok') return failed(customer);
    const metadata = { setup_id: order.setupId, reference: order.reference };
    const fields = {
      mode: 'setup',
      customer: requiredAt(customer.body, 'id'),
      currency: order.currency.toLowerCase(),
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      metadata,
      setup_intent_data: { metadata },
      ...OF_SETUP,
    };
    return resultOf(await api.post(SESSIONS, fields, `${order.reference}-setup`), setupState);
  }

  async readSetup(
    http: ProviderHttp,
    account: ProviderAccount,
    setupObjectId: string,
  ): Promise<CallResult<SetupState>> {
    const path = `${SESSIONS}/${encodeURIComponent(setupObjectId)}`;
    const reply = await new StripeApi(http, account).get(path, OF_SETUP);
    return reply.kind === 'ok' ? done(setupState(reply.body)) : readResult(reply);
  }

  async listMethods(
    http: ProviderHttp,
    account: ProviderAccount,
    providerCustomerId: string,
  ): Promise<CallResult<readonly ProviderMethod[]>> {
    const path = `/v1/customers/${encodeURIComponent(providerCustomerId)}/payment_methods`;
    const reply = await new StripeApi(http, account).get(path, { limit: PAGE });
    return reply.kind === 'ok' ? done(rowsAt(reply.body, 'data').map(methodOf)) : readResult(reply);
  }

  /** A method that is gone, or belongs to nobody any more, is deleted. */
  async deleteMethod(
    http: ProviderHttp,
    account: ProviderAccount,
    _providerCustomerId: string,
    providerMethodId: string,
  ): Promise<CallResult<null>> {
    const path = `/v1/payment_methods/${encodeURIComponent(providerMethodId)}/detach`;
    const reply = await new StripeApi(http, account).post(path, {}, null);
    const isGone = isMissing(reply) || (reply.kind === 'refused' && reply.status === 400);
    return isGone ? done(null) : resultOf(reply, () => null);
  }

  async listCaptures(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<CapturePage>> {
    const query = { limit: PAGE, created: { gte: unix(since) }, starting_after: page };
    const reply = await new StripeApi(http, account).get('/v1/charges', query);
    if (reply.kind !== 'ok') return readResult(reply, []);
    const charges = rowsAt(reply.body, 'data');
    const captures = charges.filter((it) => at(it, 'captured') === true && at(it, 'paid') === true);
    const next = at(reply.body, 'has_more') === true ? stringAt(charges.at(-1), 'id') : null;
    return done({ captures: captures.map(chargeCapture), next });
  }

  listDisputes(
    http: ProviderHttp,
    account: ProviderAccount,
    since: Date,
    page: string | null,
  ): Promise<CallResult<DisputePage>> {
    return disputesSince(new StripeApi(http, account), since, page);
  }

  private absent(requestedAt: Date): CallResult<null> {
    return notFound(this.title, requestedAt, this.clock.now());
  }
}
