import type Stripe from 'stripe';
import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import { fieldsAt, listAt, numberAt, textAt, textsAt } from '../core/json';
import { checkAmount, currencyOf } from './amounts';
import { cancelIntent, refuseOldParameters } from './intents';
import { ok, page } from './lists';
import { newSession, newSetup } from './objects';
import type { StripeStore } from './store';
import { invalid } from './wording';

const SHORTEST = 30 * 60;
const LONGEST = 24 * 60 * 60;

/** The routes of Checkout Sessions and SetupIntents. */
export class Sessions {
  readonly routes: Route[] = [
    { at: 'POST /v1/checkout/sessions', operation: 'checkout.sessions.create', run: (it) => this.create(it) },
    { at: 'GET /v1/checkout/sessions', operation: 'checkout.sessions.list', run: (it) => this.list(it) },
    { at: 'GET /v1/checkout/sessions/:id', operation: 'checkout.sessions.get', run: (it) => ok(this.of(it)) },
    {
      at: 'POST /v1/checkout/sessions/:id/expire',
      operation: 'checkout.sessions.expire',
      run: (it) => this.expire(it),
    },
    { at: 'GET /v1/setup_intents/:id', operation: 'setup_intents.get', run: (it) => ok(this.setupOf(it)) },
  ];

  constructor(private readonly store: StripeStore) {
    store.core.schedule.on('stripe.expire', (id) => {
      const found = store.sessions.find(id);
      if (found?.value.status === 'open') this.close(found.account, found.value);
    });
  }

  /** Expires an open session before its time; a script does so. */
  expireNow(id: string): string | null {
    const found = this.store.sessions.find(id);
    if (found?.value.status !== 'open') return found?.value.status ?? null;
    return this.close(found.account, found.value).status;
  }

  private of({ account, params }: Call): Stripe.Checkout.Session {
    return this.store.require(this.store.sessions, account, params.id ?? '', 'checkout.session');
  }

  private setupOf({ account, params }: Call): Stripe.SetupIntent {
    return this.store.require(this.store.setups, account, params.id ?? '', 'setupintent');
  }

  private create(call: Call): Answer {
    const { account, body } = call;
    refuseOldParameters(call);
    const mode = textAt(body, 'mode');
    if (mode !== 'payment' && mode !== 'setup') throw invalid('Invalid mode.', undefined, 'mode');
    if (textAt(body, 'success_url') === null) {
      throw invalid('Missing required param: success_url.', 'parameter_missing', 'success_url');
    }
    const customer = textAt(body, 'customer');
    if (customer !== null)
      this.store.require(this.store.customers, account, customer, 'customer', 'customer');
    const session = this.sessionOf(call, mode, customer);
    const intentData = fieldsAt(body, 'payment_intent_data');
    this.store.hide(session.id, {
      intentMetadata: textsAt(
        mode === 'setup' ? fieldsAt(body, 'setup_intent_data') : intentData,
        'metadata',
      ),
      futureUsage: textAt(intentData, 'setup_future_usage'),
    });
    this.store.sessions.put(account, session);
    const lifeMs = (session.expires_at - this.store.now) * 1000;
    this.store.core.schedule.later('stripe.expire', session.id, lifeMs);
    return ok(session);
  }

  private sessionOf(call: Call, mode: 'payment' | 'setup', customer: string | null): Stripe.Checkout.Session {
    const { account, body } = call;
    const price = mode === 'payment' ? totalOf(body) : null;
    const setup = mode === 'setup' ? this.newSetup(account, customer, body) : null;
    const session = newSession({
      amount_subtotal: price?.amount ?? null,
      amount_total: price?.amount ?? null,
      cancel_url: textAt(body, 'cancel_url'),
      client_reference_id: textAt(body, 'client_reference_id'),
      created: this.store.now,
      currency: price?.currency ?? textAt(body, 'currency'),
      customer,
      customer_email: textAt(body, 'customer_email'),
      expires_at: expiryOf(body, this.store.now),
      metadata: textsAt(body, 'metadata'),
      mode,
      payment_intent: null, // It appears with the first attempt to pay.
      payment_status: mode === 'payment' ? 'unpaid' : 'no_payment_required',
      setup_intent: setup?.id ?? null,
      status: 'open',
      success_url: textAt(body, 'success_url'),
      url: null,
    });
    return { ...session, url: `${this.store.core.urls.get('stripe') ?? ''}/c/pay/${session.id}` };
  }

  private newSetup(account: string, customer: string | null, body: unknown): Stripe.SetupIntent {
    const metadata = textsAt(fieldsAt(body, 'setup_intent_data'), 'metadata');
    const status = 'requires_payment_method';
    const setup = newSetup({ created: this.store.now, customer, metadata, payment_method: null, status });
    return this.store.setups.put(account, setup);
  }

  private expire(call: Call): Answer {
    const session = this.of(call);
    const intent = this.intentOf(call.account, session);
    if (session.status !== 'open' || intent?.status === 'processing') {
      throw invalid(
        'Only Checkout Sessions with a status in ["open"] can be expired. ' +
          `This Checkout Session has a status of \`${session.status ?? ''}\`.`,
      );
    }
    return ok(this.close(call.account, session));
  }

  private close(account: string, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
    const expired = { ...session, status: 'expired', url: null } as const;
    this.store.sessions.put(account, expired);
    this.store.hide(session.id, { isDead: true });
    const intent = this.intentOf(account, session);
    if (intent !== null) cancelIntent(this.store, account, intent, 'automatic');
    this.store.emit(account, 'checkout.session.expired', expired);
    return expired;
  }

  private intentOf(
    account: string,
    { payment_intent: id }: Stripe.Checkout.Session,
  ): Stripe.PaymentIntent | null {
    return typeof id === 'string' ? this.store.intents.get(account, id) : null;
  }

  private list(call: Call): Answer {
    const [customer, intent] = ['customer', 'payment_intent'].map((key) => textAt(call.query, key));
    const all = this.store.sessions.list(call.account);
    const fits = (it: Stripe.Checkout.Session): boolean =>
      (!customer || it.customer === customer) && (!intent || it.payment_intent === intent);
    return page(call, all.filter(fits));
  }
}

function totalOf(body: unknown): { amount: number; currency: string } {
  const items = listAt(body, 'line_items');
  if (items.length === 0)
    throw invalid('Missing required param: line_items.', 'parameter_missing', 'line_items');
  const prices = items.map((item) => {
    const price = fieldsAt(item, 'price_data');
    const currency = currencyOf(textAt(price, 'currency'), 'line_items[0][price_data][currency]');
    if (textAt(fieldsAt(price, 'product_data'), 'name') === null) {
      throw invalid('Missing required param: product_data[name].', 'parameter_missing', 'line_items');
    }
    return { amount: (numberAt(price, 'unit_amount') ?? 0) * (numberAt(item, 'quantity') ?? 1), currency };
  });
  const currency = prices[0]?.currency ?? '';
  const amount = prices.reduce((sum, it) => sum + it.amount, 0);
  checkAmount(amount, currency, 'line_items');
  return { amount, currency };
}

function expiryOf(body: unknown, now: number): number {
  const wanted = numberAt(body, 'expires_at');
  if (wanted === null) return now + LONGEST;
  // A few seconds of tolerance, for clocks that differ.
  if (wanted < now + SHORTEST - 10 || wanted > now + LONGEST + 10) {
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
      undefined,
      'expires_at',
    );
  }
  return wanted;
}
