import type Stripe from 'stripe';
import type { Answer } from '../core/http';
import { Refusal, type Call, type Route } from '../core/dialect';
import { isTrue, numberAt, textAt, textsAt } from '../core/json';
import { checkAmount, currencyOf } from './amounts';
import type { Charging } from './charging';
import { asId, ok, page } from './lists';
import { methodOf } from './methods';
import { newIntent } from './objects';
import type { StripeStore } from './store';
import { invalid } from './wording';

const CANCELABLE: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]);
const CONFIRMABLE: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

/** The routes of PaymentIntents. */
export class Intents {
  readonly routes: Route[] = [
    { at: 'POST /v1/payment_intents', operation: 'payment_intents.create', run: (it) => this.create(it) },
    { at: 'GET /v1/payment_intents', operation: 'payment_intents.list', run: (it) => this.list(it) },
    { at: 'GET /v1/payment_intents/:id', operation: 'payment_intents.get', run: (it) => ok(this.of(it)) },
    {
      at: 'POST /v1/payment_intents/:id/confirm',
      operation: 'payment_intents.confirm',
      run: (it) => this.confirm(it, this.of(it)),
    },
    {
      at: 'POST /v1/payment_intents/:id/cancel',
      operation: 'payment_intents.cancel',
      run: (it) => this.cancel(it),
    },
  ];

  constructor(
    private readonly store: StripeStore,
    private readonly charging: Charging,
  ) {}

  private of({ account, params }: Call): Stripe.PaymentIntent {
    return this.store.require(this.store.intents, account, params.id ?? '', 'payment_intent', 'intent');
  }

  private create(call: Call): Answer {
    const { account, body } = call;
    const currency = currencyOf(textAt(body, 'currency'), 'currency');
    const amount = numberAt(body, 'amount');
    checkAmount(amount, currency, 'amount');
    refuseOldParameters(call);
    const customer = textAt(body, 'customer');
    if (customer !== null)
      this.store.require(this.store.customers, account, customer, 'customer', 'customer');
    const method = methodOf(this.store, account, textAt(body, 'payment_method'), customer);
    const intent = newIntent({
      amount,
      currency,
      customer,
      created: this.store.now,
      description: textAt(body, 'description'),
      metadata: textsAt(body, 'metadata'),
      payment_method: method?.id ?? null,
      setup_future_usage: textAt(body, 'setup_future_usage'),
      status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    });
    this.store.intents.put(account, intent);
    this.store.emit(account, 'payment_intent.created', intent);
    return isTrue(body, 'confirm') ? this.confirm(call, intent) : ok(intent);
  }

  private confirm({ account, body }: Call, intent: Stripe.PaymentIntent): Answer {
    if (!CONFIRMABLE.has(intent.status)) {
      throw unexpectedState(
        `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
        intent,
      );
    }
    const wanted = textAt(body, 'payment_method') ?? asId(intent.payment_method);
    const method = methodOf(this.store, account, wanted, asId(intent.customer));
    if (method === null) throw unexpectedState('This PaymentIntent has no payment method.', intent);
    const { amount, metadata } = intent;
    const about = { provider: 'stripe', account, operation: 'pay', amount, metadata };
    const { behavior = null } = this.store.hiddenOf(method.id);
    const verdict = this.store.core.verdict({ ...about, customer: asId(intent.customer) }, behavior);
    const isOffSession = isTrue(body, 'off_session');
    const after = this.charging.attempt(account, intent, { method, isOffSession, verdict });
    if (after.last_payment_error === null) return ok(after);
    throw new Refusal(402, { error: { ...after.last_payment_error, payment_intent: after } });
  }

  private cancel(call: Call): Answer {
    const intent = this.of(call);
    if (this.store.hiddenOf(intent.id).session !== undefined) {
      throw invalid(
        'You cannot cancel this PaymentIntent because it was created by a Checkout Session. Expire the session instead.',
      );
    }
    if (!CANCELABLE.has(intent.status)) {
      throw unexpectedState(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        intent,
      );
    }
    const reason = textAt(call.body, 'cancellation_reason');
    return ok(cancelIntent(this.store, call.account, intent, reason));
  }

  private list(call: Call): Answer {
    const customer = textAt(call.query, 'customer');
    const all = this.store.intents.list(call.account);
    return page(
      call,
      all.filter((it) => customer === null || it.customer === customer),
    );
  }
}

/** Cancels an intent that nobody can pay any more. */
export function cancelIntent(
  store: StripeStore,
  account: string,
  intent: Stripe.PaymentIntent,
  reason: string | null,
): Stripe.PaymentIntent {
  const canceled = { ...intent, status: 'canceled', cancellation_reason: reason, next_action: null } as const;
  store.intents.put(account, { ...canceled, canceled_at: store.now });
  store.hide(intent.id, { isDead: true });
  store.emit(account, 'payment_intent.canceled', { ...canceled, canceled_at: store.now });
  return { ...canceled, canceled_at: store.now };
}

function unexpectedState(message: string, intent: Stripe.PaymentIntent): Refusal {
  const { status, body } = invalid(message, 'payment_intent_unexpected_state');
  return new Refusal(status, { error: { ...(body as { error: object }).error, payment_intent: intent } });
}

/** Versions from 2026-09-30 on have allowed_payment_method_types in place of payment_method_types. */
export function refuseOldParameters({ headers, body }: Call): void {
  const version = headers['stripe-version'];
  const isNew = typeof version !== 'string' || version >= '2026-09-30';
  if (isNew && typeof body === 'object' && body !== null && 'payment_method_types' in body) {
    throw invalid(
      'Received unknown parameter: payment_method_types',
      'parameter_unknown',
      'payment_method_types',
    );
  }
}
