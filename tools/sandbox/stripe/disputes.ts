import type Stripe from 'stripe';
import { newId } from '../core/ids';
import type { Table } from '../core/state';
import type { Route } from '../core/dialect';
import { asId, ok, page } from './lists';
import type { StripeStore } from './store';

interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: [];
  charge: string;
  created: number;
  currency: string;
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number };
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string;
  status: string;
}

const ANSWER_WITHIN_SECONDS = 7 * 24 * 60 * 60;

/** Disputes, which a script opens and closes. */
export class Disputes {
  readonly routes: Route[] = [
    {
      at: 'GET /v1/disputes',
      operation: 'disputes.list',
      run: (it) => page(it, this.disputes.list(it.account)),
    },
    {
      at: 'GET /v1/disputes/:id',
      operation: 'disputes.get',
      run: ({ account, params }) =>
        ok(this.store.require(this.disputes, account, params.id ?? '', 'dispute')),
    },
  ];
  private readonly disputes: Table<Dispute>;

  constructor(private readonly store: StripeStore) {
    this.disputes = store.core.state.table('stripe.disputes', (it) => it.id);
  }

  /** Moves the dispute of a payment; the first move opens it and withdraws the funds. */
  move(
    account: string,
    intent: Stripe.PaymentIntent,
    action: 'dispute' | 'dispute_won' | 'dispute_lost',
    amount = intent.amount,
  ): string {
    const before = this.disputes.list(account).find((it) => it.payment_intent === intent.id);
    const open = before ?? this.open(account, intent, amount);
    if (action === 'dispute') return open.status;
    const status = action === 'dispute_won' ? 'won' : 'lost';
    const closed = this.disputes.put(account, { ...open, status });
    if (status === 'won') {
      this.book(account, closed, 'reinstatement');
      this.store.emit(account, 'charge.dispute.funds_reinstated', closed);
    }
    this.store.emit(account, 'charge.dispute.closed', closed);
    return status;
  }

  private open(account: string, intent: Stripe.PaymentIntent, amount: number): Dispute {
    const { now } = this.store;
    const dispute = this.disputes.put(account, {
      id: newId('du_'),
      object: 'dispute',
      amount,
      balance_transactions: [],
      charge: asId(intent.latest_charge) ?? '',
      created: now,
      currency: intent.currency,
      evidence_details: {
        due_by: now + ANSWER_WITHIN_SECONDS,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      is_charge_refundable: false,
      livemode: false,
      metadata: intent.metadata,
      payment_intent: intent.id,
      reason: 'fraudulent',
      status: 'needs_response',
    });
    this.book(account, dispute, 'reversal');
    this.store.emit(account, 'charge.dispute.created', dispute);
    this.store.emit(account, 'charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  private book(account: string, dispute: Dispute, type: 'reversal' | 'reinstatement'): void {
    const { amount, currency, metadata, payment_intent: id } = dispute;
    this.store.core.ledger.add({
      provider: 'stripe',
      account,
      type,
      payment_id: id,
      amount,
      currency,
      metadata,
    });
  }
}
