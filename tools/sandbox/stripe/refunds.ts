import type Stripe from 'stripe';
import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import { numberAt, textAt, textsAt } from '../core/json';
import { asId, ok, page } from './lists';
import { newRefund } from './objects';
import type { StripeStore } from './store';
import { invalid } from './wording';

/** The routes of refunds and charges. */
export class Refunds {
  readonly routes: Route[] = [
    { at: 'POST /v1/refunds', operation: 'refunds.create', run: (it) => this.create(it) },
    { at: 'GET /v1/refunds', operation: 'refunds.list', run: (it) => this.list(it) },
    {
      at: 'GET /v1/refunds/:id',
      operation: 'refunds.get',
      run: ({ account, params }) =>
        ok(this.store.require(this.store.refunds, account, params.id ?? '', 'refund')),
    },
    {
      at: 'GET /v1/charges',
      operation: 'charges.list',
      run: (it) => page(it, this.store.charges.list(it.account)),
    },
    {
      at: 'GET /v1/charges/:id',
      operation: 'charges.get',
      run: ({ account, params }) =>
        ok(this.store.require(this.store.charges, account, params.id ?? '', 'charge')),
    },
  ];

  constructor(private readonly store: StripeStore) {
    store.core.schedule.on('stripe.refund_fails', (id) => {
      const found = store.refunds.find(id);
      if (found !== null) this.bounce(found.account, found.value);
    });
  }

  private create({ account, body }: Call): Answer {
    const charge = this.chargeOf(account, body);
    const left = charge.amount_captured - charge.amount_refunded;
    if (left === 0) {
      throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded', 'charge');
    }
    const amount = numberAt(body, 'amount') ?? left;
    if (amount <= 0) throw invalid('Invalid positive integer', 'parameter_invalid_integer', 'amount');
    if (amount > left) {
      throw invalid(
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
        undefined,
        'amount',
      );
    }
    const about = { provider: 'stripe', account, operation: 'refund', amount, metadata: charge.metadata };
    const verdict = this.store.core.verdict(about, null);
    const refund = newRefund({
      amount,
      charge: charge.id,
      created: this.store.now,
      currency: charge.currency,
      metadata: textsAt(body, 'metadata'),
      payment_intent: charge.payment_intent,
      reason: textAt(body, 'reason'),
      status: 'succeeded',
    });
    if (verdict.mode === 'decline') return ok(this.refuse(account, refund));
    this.give(account, charge, refund);
    if (verdict.mode === 'late_failure') {
      this.store.core.schedule.later('stripe.refund_fails', refund.id, verdict.delayMs);
    }
    return ok(refund);
  }

  private give(account: string, charge: Stripe.Charge, refund: Stripe.Refund): void {
    const { store } = this;
    store.refunds.put(account, refund);
    const refunded = charge.amount_refunded + refund.amount;
    const after = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
    store.charges.put(account, after);
    this.book(account, refund, 'refund', refund.amount);
    store.emit(account, 'refund.created', refund);
    store.emit(account, 'charge.refunded', after);
  }

  private refuse(account: string, refund: Stripe.Refund): Stripe.Refund {
    const failed = { ...refund, status: 'failed', failure_reason: 'declined' };
    this.store.refunds.put(account, failed);
    this.store.emit(account, 'refund.created', failed);
    this.store.emit(account, 'refund.failed', failed);
    return failed;
  }

  /** The bank sends the refund back: the money is the merchant's again. */
  private bounce(account: string, refund: Stripe.Refund): void {
    const charge = this.store.charges.get(account, asId(refund.charge) ?? '');
    if (charge === null) return;
    const refunded = charge.amount_refunded - refund.amount;
    this.store.charges.put(account, { ...charge, amount_refunded: refunded, refunded: false });
    const failed = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' };
    this.store.refunds.put(account, failed);
    this.book(account, refund, 'refund_failed', refund.amount);
    this.store.emit(account, 'refund.failed', failed);
  }

  private book(
    account: string,
    refund: Stripe.Refund,
    type: 'refund' | 'refund_failed',
    amount: number,
  ): void {
    const paymentId = asId(refund.payment_intent) ?? '';
    const metadata = this.store.intents.get(account, paymentId)?.metadata ?? {};
    const about = { provider: 'stripe', account, payment_id: paymentId, refund_id: refund.id } as const;
    this.store.core.ledger.add({ ...about, type, amount, currency: refund.currency, metadata });
  }

  private chargeOf(account: string, body: unknown): Stripe.Charge {
    const intentId = textAt(body, 'payment_intent');
    const chargeId = textAt(body, 'charge');
    if (intentId === null)
      return this.store.require(this.store.charges, account, chargeId ?? '', 'charge', 'charge');
    const intent = this.store.require(
      this.store.intents,
      account,
      intentId,
      'payment_intent',
      'payment_intent',
    );
    const charge = this.store.charges.get(account, asId(intent.latest_charge) ?? '');
    if (charge?.paid !== true) {
      throw invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
    }
    return charge;
  }

  private list(call: Call): Answer {
    const intent = textAt(call.query, 'payment_intent');
    const all = this.store.refunds.list(call.account);
    return page(
      call,
      all.filter((it) => intent === null || it.payment_intent === intent),
    );
  }
}
