import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import { newId } from '../core/ids';
import { listAt, numberAt, textAt, textsAt } from '../core/json';
import { ok, page } from './lists';
import type { DodoStore, Payment, Refund } from './store';
import { invalid, refused } from './wording';

/** The routes of refunds. A partial one names items. */
export class Refunds {
  readonly routes: Route[] = [
    { at: 'POST /refunds', operation: 'refunds.create', run: (it) => ok(this.create(it)) },
    { at: 'GET /refunds', operation: 'refunds.list', run: (it) => this.list(it) },
    {
      at: 'GET /refunds/:id',
      operation: 'refunds.get',
      run: ({ account, params }) => ok(this.store.require(this.store.refunds, account, params.id ?? '')),
    },
  ];

  constructor(private readonly store: DodoStore) {
    store.core.schedule.on('dodopayments.refund', (id) => this.onDue(id));
  }

  private create({ account, body }: Call): Refund {
    const payment = this.store.require(this.store.payments, account, textAt(body, 'payment_id') ?? '');
    if (payment.status !== 'succeeded')
      throw refused('PAYMENT_NOT_SUCCEEDED', 'The payment has not succeeded');
    const items = listAt(body, 'items');
    const left = payment.total_amount - payment.refunded;
    const asked = items.reduce<number>((sum, it) => sum + (numberAt(it, 'amount') ?? left), 0);
    const amount = items.length === 0 ? left : asked;
    if (items.some((it) => textAt(it, 'item_id') !== payment.product_cart?.[0]?.product_id)) {
      throw invalid('items must name products of the payment');
    }
    if (left === 0) throw refused('PAYMENT_ALREADY_REFUNDED', 'The payment is refunded already');
    if (amount < 1 || amount > left) throw refused('REFUND_TOO_LARGE', `At most ${left} can be refunded`);
    const refund: Refund = {
      brand_id: payment.brand_id,
      business_id: payment.business_id,
      created_at: this.store.now,
      customer: payment.customer,
      is_partial: amount < payment.total_amount,
      metadata: textsAt(body, 'metadata'),
      payment_id: payment.payment_id,
      refund_id: newId('ref_', 20),
      status: 'pending',
      amount,
      currency: payment.currency,
      reason: textAt(body, 'reason'),
    };
    this.store.refunds.put(account, refund);
    this.shift(account, payment, refund, amount);
    const about = { provider: 'dodopayments', account, operation: 'refund', amount };
    const { mode, delayMs } = this.store.core.verdict(about, null);
    const task = mode === 'decline' || mode === 'late_failure' ? 'declined' : 'done';
    this.store.core.schedule.later('dodopayments.refund', `${refund.refund_id} ${task}`, delayMs);
    return refund;
  }

  private onDue(subject: string): void {
    const [id = '', task] = subject.split(' ');
    const found = this.store.refunds.find(id);
    if (found === null) return;
    const { account, value } = found;
    const isDone = task === 'done';
    const refund = this.store.refunds.put(account, { ...value, status: isDone ? 'succeeded' : 'failed' });
    const payment = this.store.payments.get(account, refund.payment_id);
    if (!isDone && payment !== null) this.shift(account, payment, refund, -refund.amount);
    else if (payment !== null) this.show(account, payment, refund);
    this.store.emit(account, isDone ? 'refund.succeeded' : 'refund.failed', 'Refund', refund);
  }

  private show(account: string, payment: Payment, refund: Refund): void {
    const refunds = payment.refunds.map((it) => (it.refund_id === refund.refund_id ? listed(refund) : it));
    this.store.payments.put(account, { ...payment, refunds });
  }

  private shift(account: string, payment: Payment, refund: Refund, amount: number): void {
    const refunded = payment.refunded + amount;
    const status = refunded === 0 ? null : refunded === payment.total_amount ? 'full' : 'partial';
    const { refund_id: id } = refund;
    const refunds = [...payment.refunds.filter((it) => it.refund_id !== id), listed(refund)];
    this.store.payments.put(account, { ...payment, refunded, refunds, refund_status: status });
    const metadata = Object.fromEntries(
      Object.entries(payment.metadata).map(([key, it]) => [key, String(it)]),
    );
    this.store.core.ledger.add({
      provider: 'dodopayments',
      account,
      type: amount > 0 ? 'refund' : 'refund_failed',
      payment_id: payment.payment_id,
      refund_id: refund.refund_id,
      amount: Math.abs(amount),
      currency: payment.currency,
      metadata,
    });
  }

  private list(call: Call): Answer {
    const customer = textAt(call.query, 'customer_id');
    const all = this.store.refunds.list(call.account);
    return page(
      call,
      all.filter((it) => customer === null || it.customer.customer_id === customer),
    );
  }
}

/** A refund as lists show it: without its metadata. */
function listed({
  metadata: _,
  customer: _customer,
  brand_id: _brand,
  ...refund
}: Refund): Payment['refunds'][number] {
  return refund;
}
