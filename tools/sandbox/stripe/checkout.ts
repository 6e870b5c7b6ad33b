import type Stripe from 'stripe';
import type { Hosted } from '../core/hosted';
import type { Charging } from './charging';
import { saveMethod } from './methods';
import { asId } from './lists';
import { newIntent } from './objects';
import type { StripeStore } from './store';
import { paymentError } from './wording';

type Session = Stripe.Checkout.Session;

/** What a person does on the pages of Stripe: Checkout, and the bank's page of strong authentication. */
export class Checkout {
  constructor(
    private readonly store: StripeStore,
    private readonly charging: Charging,
  ) {}

  /** `/c/pay/<session>` */
  session(id: string): Hosted | null {
    const found = this.store.sessions.find(id);
    if (found === null) return null;
    const { account, value: session } = found;
    return {
      title: session.mode === 'setup' ? 'Save a card' : 'Pay by card',
      amount: session.amount_total,
      currency: session.currency,
      status: session.status ?? '',
      isOpen: session.status === 'open',
      successUrl: session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null,
      cancelUrl: session.cancel_url,
      act: (behavior) =>
        session.mode === 'setup'
          ? this.save(account, session, behavior)
          : this.pay(account, session, behavior),
    };
  }

  /** `/authenticate/<intent>`: any behavior but a decline lets the payment succeed. */
  authentication(id: string): Hosted | null {
    const found = this.store.intents.find(id);
    if (found === null) return null;
    const { account, value: intent } = found;
    return {
      title: 'Confirm the payment with your bank',
      amount: intent.amount,
      currency: intent.currency,
      status: intent.status,
      isOpen: intent.status === 'requires_action',
      successUrl: intent.next_action?.redirect_to_url?.return_url ?? null,
      cancelUrl: null,
      act: (behavior) =>
        behavior.startsWith('decline')
          ? this.charging.fail(account, intent, 'authentication_required').status
          : this.charging.succeed(account, intent).status,
    };
  }

  /** Pays a session whatever its state, as a page that was left open in a browser might. */
  complete(id: string): string | null {
    const found = this.store.sessions.find(id);
    if (found === null) return null;
    const { account, value } = found;
    return this.charging.succeed(account, this.intentOf(account, value, asId(value.customer))).status;
  }

  private pay(account: string, session: Session, behavior: string): string {
    const customer = asId(session.customer);
    const intent = this.intentOf(account, session, customer);
    const saved = this.store.hiddenOf(session.id).futureUsage ?? null;
    // The card was authenticated on the page: later charges of it succeed.
    const kept = behavior === 'requires_action' ? 'succeed' : behavior;
    const method = saveMethod(this.store, account, saved === null ? null : customer, ['4242', kept]);
    const { amount, metadata } = intent;
    const about = { provider: 'stripe', account, operation: 'pay', customer, amount, metadata };
    const verdict = this.store.core.verdict(about, behavior);
    return this.charging.attempt(account, intent, { method, verdict, isOffSession: false }).status;
  }

  private intentOf(account: string, session: Session, customer: string | null): Stripe.PaymentIntent {
    const known = this.store.intents.get(account, asId(session.payment_intent) ?? '');
    if (known !== null) return known;
    const hidden = this.store.hiddenOf(session.id);
    const intent = newIntent({
      amount: session.amount_total ?? 0,
      currency: session.currency ?? '',
      customer,
      created: this.store.now,
      description: null,
      metadata: hidden.intentMetadata ?? {},
      payment_method: null,
      setup_future_usage: hidden.futureUsage ?? null,
      status: 'requires_payment_method',
    });
    this.store.intents.put(account, intent);
    this.store.hide(intent.id, { session: session.id, isDead: hidden.isDead ?? false });
    this.store.sessions.put(account, { ...session, payment_intent: intent.id });
    this.store.emit(account, 'payment_intent.created', intent);
    return intent;
  }

  private save(account: string, session: Session, behavior: string): string {
    const setup = this.store.setups.get(account, asId(session.setup_intent) ?? '');
    if (setup === null) return session.status ?? '';
    const customer = asId(session.customer);
    const about = { provider: 'stripe', account, operation: 'setup', customer };
    if (this.store.core.verdict(about, null).mode === 'decline') {
      const failed = { ...setup, last_setup_error: paymentError('generic_decline') };
      this.store.emit(account, 'setup_intent.setup_failed', this.store.setups.put(account, failed));
      return 'open';
    }
    const method = saveMethod(this.store, account, customer, ['4242', behavior]);
    const done = { ...setup, status: 'succeeded', payment_method: method.id } as const;
    this.store.emit(account, 'setup_intent.succeeded', this.store.setups.put(account, done));
    const complete = { ...session, status: 'complete', url: null } as const;
    this.store.emit(account, 'checkout.session.completed', this.store.sessions.put(account, complete));
    return 'complete';
  }
}
