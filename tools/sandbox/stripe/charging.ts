import type Stripe from 'stripe';
import type { Verdict } from '../core/core';
import { newCharge } from './objects';
import type { StripeStore } from './store';
import { paymentError } from './wording';

/** An attempt to pay a PaymentIntent: by a saved method, or on a page. */
export interface Attempt {
  readonly method: Stripe.PaymentMethod;
  /** Whether nobody is there to authenticate. */
  readonly isOffSession: boolean;
  readonly verdict: Verdict;
}

/** Moves PaymentIntents, with their charges, events and the money in the ledger. */
export class Charging {
  constructor(private readonly store: StripeStore) {
    store.core.schedule.on('stripe.settle', (id) =>
      this.onPending(id, (account, it) => this.succeed(account, it)),
    );
    store.core.schedule.on('stripe.bounce', (id) =>
      this.onPending(id, (account, it) => this.fail(account, it, 'debit_not_authorized')),
    );
  }

  attempt(account: string, intent: Stripe.PaymentIntent, attempt: Attempt): Stripe.PaymentIntent {
    const { method, verdict, isOffSession } = attempt;
    const started = { ...intent, payment_method: method.id, next_action: null, last_payment_error: null };
    switch (verdict.mode) {
      case 'succeed':
        return this.succeed(account, started);
      case 'decline':
        return this.fail(account, started, verdict.code ?? 'generic_decline', method);
      case 'requires_action':
        if (isOffSession) return this.fail(account, started, 'authentication_required', method);
        return this.askForAction(account, started);
      case 'processing':
      case 'late_success':
        return this.wait(account, started, 'stripe.settle', verdict.delayMs);
      case 'late_failure':
        return this.wait(account, started, 'stripe.bounce', verdict.delayMs);
    }
  }

  /** Takes the money, whatever the state: only a script completes what is dead, and the ledger says so. */
  succeed(account: string, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const { store } = this;
    const charge = this.charge(account, intent, 'succeeded', null);
    const paid = store.intents.put(account, {
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      next_action: null,
      last_payment_error: null,
    });
    const { amount, currency, metadata } = intent;
    const late = store.hiddenOf(intent.id).isDead === true;
    const about = { provider: 'stripe', account, payment_id: intent.id, currency } as const;
    store.core.ledger.add({ ...about, type: 'capture', amount, metadata, late });
    store.emit(account, 'payment_intent.succeeded', paid);
    store.emit(account, 'charge.succeeded', charge);
    this.completeSession(account, paid, 'paid');
    return paid;
  }

  fail(
    account: string,
    intent: Stripe.PaymentIntent,
    code: string,
    method?: Stripe.PaymentMethod,
  ): Stripe.PaymentIntent {
    const { store } = this;
    const charge = this.charge(account, intent, 'failed', code);
    const error = { ...paymentError(code), charge: charge.id, ...(method && { payment_method: method }) };
    const failed = store.intents.put(account, {
      ...intent,
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge: charge.id,
      last_payment_error: error,
    });
    store.emit(account, 'payment_intent.payment_failed', failed);
    store.emit(account, 'charge.failed', charge);
    const session = this.sessionOf(account, intent);
    if (session?.status === 'complete') store.emit(account, 'checkout.session.async_payment_failed', session);
    return failed;
  }

  private askForAction(account: string, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const url = `${this.store.core.urls.get('stripe') ?? ''}/authenticate/${intent.id}`;
    const action = { type: 'redirect_to_url', redirect_to_url: { return_url: null, url } };
    const asking = { ...intent, status: 'requires_action', next_action: action } as const;
    this.store.emit(account, 'payment_intent.requires_action', this.store.intents.put(account, asking));
    return asking;
  }

  private wait(
    account: string,
    intent: Stripe.PaymentIntent,
    task: string,
    delayMs: number,
  ): Stripe.PaymentIntent {
    const waiting = this.store.intents.put(account, { ...intent, status: 'processing' });
    this.store.emit(account, 'payment_intent.processing', waiting);
    this.completeSession(account, waiting, 'unpaid');
    this.store.core.schedule.later(task, intent.id, delayMs);
    return waiting;
  }

  private onPending(id: string, act: (account: string, intent: Stripe.PaymentIntent) => void): void {
    const found = this.store.intents.find(id);
    if (found?.value.status === 'processing') act(found.account, found.value);
  }

  private sessionOf(account: string, intent: Stripe.PaymentIntent): Stripe.Checkout.Session | null {
    const { session } = this.store.hiddenOf(intent.id);
    return session === undefined ? null : this.store.sessions.get(account, session);
  }

  /** Money that comes after `checkout.session.completed` has an event of its own. */
  private completeSession(account: string, intent: Stripe.PaymentIntent, status: 'paid' | 'unpaid'): void {
    const session = this.sessionOf(account, intent);
    if (session === null) return;
    const wasComplete = session.status === 'complete';
    const done = { ...session, status: 'complete', payment_status: status, url: null } as const;
    this.store.sessions.put(account, done);
    const type = wasComplete ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed';
    this.store.emit(account, type, done);
  }

  private charge(
    account: string,
    intent: Stripe.PaymentIntent,
    status: 'succeeded' | 'failed',
    code: string | null,
  ): Stripe.Charge {
    const isPaid = status === 'succeeded';
    const error = code === null ? null : paymentError(code);
    const charge = newCharge({
      amount: intent.amount,
      amount_captured: isPaid ? intent.amount : 0,
      amount_refunded: 0,
      captured: isPaid,
      created: this.store.now,
      currency: intent.currency,
      customer: intent.customer,
      description: intent.description,
      failure_code: error?.code ?? null,
      failure_message: error?.message ?? null,
      metadata: intent.metadata,
      paid: isPaid,
      payment_intent: intent.id,
      payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
      refunded: false,
      status,
    });
    return this.store.charges.put(account, charge);
  }
}
