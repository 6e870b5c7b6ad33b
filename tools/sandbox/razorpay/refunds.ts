import { createHash } from 'node:crypto';
import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import { newId } from '../core/ids';
import { numberAt, textAt } from '../core/json';
import type { Table } from '../core/state';
import { collection, notesIn, ok, referenceIn } from './lists';
import { notesOrList, type Payment, type RazorpayStore, type Refund } from './store';
import { invalid } from './wording';

interface Key {
  id: string;
  fingerprint: string;
  refund: string;
}

/** The routes of refunds. Their idempotency has a header of its own. */
export class Refunds {
  readonly routes: Route[] = [
    { at: 'POST /v1/payments/:id/refund', operation: 'refunds.create', run: (it) => ok(this.create(it)) },
    { at: 'GET /v1/payments/:id/refunds', operation: 'refunds.list', run: (it) => this.list(it) },
    {
      at: 'GET /v1/refunds',
      operation: 'refunds.list',
      run: (it) => collection(it, this.store.refunds.list(it.account)),
    },
    {
      at: 'GET /v1/refunds/:id',
      operation: 'refunds.get',
      run: ({ account, params }) => ok(this.store.require(this.store.refunds, account, params.id ?? '')),
    },
  ];
  private readonly keys: Table<Key>;

  constructor(private readonly store: RazorpayStore) {
    this.keys = store.core.state.table<Key>('razorpay.keys', (it) => it.id);
    store.core.schedule.on('razorpay.refund', (id) => this.onDue(id));
  }

  private create(call: Call): Refund {
    const { account, headers, text } = call;
    const payment = this.store.require(this.store.payments, account, call.params.id ?? '');
    const header = headers['x-refund-idempotency'];
    const key = typeof header === 'string' ? header : null;
    if (key !== null && key.length < 10)
      throw invalid('The idempotency key must have at least 10 characters.');
    const fingerprint = createHash('sha256').update(`${payment.id} ${text}`).digest('hex');
    const known = key === null ? null : this.keys.get(account, `${account} ${key}`);
    if (known !== null) {
      if (known.fingerprint !== fingerprint) {
        throw invalid('Different request with the same idempotency key is not allowed.');
      }
      return this.store.require(this.store.refunds, account, known.refund);
    }
    const refund = this.start(account, payment, call);
    if (key !== null) this.keys.put(account, { id: `${account} ${key}`, fingerprint, refund: refund.id });
    return refund;
  }

  private start(account: string, payment: Payment, { body }: Call): Refund {
    if (!payment.captured) throw invalid('The payment status should be captured for action to be taken');
    const left = payment.amount - payment.amount_refunded;
    const amount = numberAt(body, 'amount') ?? left;
    if (left === 0) throw invalid('The payment has been fully refunded already');
    if (amount < 1 || amount > left) {
      throw invalid('The total refund amount is greater than the refund payment amount', 'amount');
    }
    const refund: Refund = {
      id: newId('rfnd_', 14),
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      receipt: referenceIn(body, 'receipt'),
      notes: notesOrList(notesIn(body)),
      acquirer_data: {},
      batch_id: null,
      status: 'pending',
      speed_processed: 'normal',
      speed_requested: textAt(body, 'speed') ?? 'normal',
      created_at: this.store.now,
    };
    const about = { provider: 'razorpay', account, operation: 'refund', amount };
    const { mode, delayMs } = this.store.core.verdict(about, null);
    this.store.hide(refund.id, { outcome: mode });
    this.store.refunds.put(account, refund);
    const after = this.shift(account, payment, amount);
    this.book(account, refund, 'refund');
    this.store.emit(account, 'refund.created', { refund, payment: after });
    this.store.core.schedule.later('razorpay.refund', refund.id, delayMs);
    return refund;
  }

  private onDue(id: string): void {
    const found = this.store.refunds.find(id);
    if (found?.value.status !== 'pending') return;
    const { account, value } = found;
    const payment = this.store.payments.get(account, value.payment_id);
    const { outcome } = this.store.hiddenOf(id);
    const isGone = outcome !== 'decline' && outcome !== 'late_failure';
    const status = isGone ? 'processed' : 'failed';
    const refund = this.store.refunds.put(account, { ...value, status });
    const after = isGone || payment === null ? payment : this.shift(account, payment, -value.amount);
    if (!isGone) this.book(account, refund, 'refund_failed');
    this.store.emit(account, `refund.${status}`, { refund, payment: after });
  }

  private shift(account: string, payment: Payment, amount: number): Payment {
    const refunded = payment.amount_refunded + amount;
    const isFull = refunded === payment.amount;
    return this.store.payments.put(account, {
      ...payment,
      amount_refunded: refunded,
      refund_status: refunded === 0 ? null : isFull ? 'full' : 'partial',
      status: isFull ? 'refunded' : 'captured',
    });
  }

  private book(account: string, refund: Refund, type: 'refund' | 'refund_failed'): void {
    const payment = this.store.payments.get(account, refund.payment_id);
    const metadata = payment === null ? {} : this.store.notesOf(payment);
    const { amount, currency, payment_id: paymentId } = refund;
    const about = { provider: 'razorpay', account, payment_id: paymentId, refund_id: refund.id } as const;
    this.store.core.ledger.add({ ...about, type, amount, currency, metadata });
  }

  private list(call: Call): Answer {
    const id = call.params.id ?? '';
    return collection(
      call,
      this.store.refunds.list(call.account).filter((it) => it.payment_id === id),
    );
  }
}
