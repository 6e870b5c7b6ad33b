import { createHmac } from 'node:crypto';
import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import { newId } from '../core/ids';
import { fieldsAt, textAt } from '../core/json';
import { amountIn, collection, notesIn, ok, referenceIn } from './lists';
import type { Paying } from './paying';
import { notesOrList, type Order, type Payment, type RazorpayStore } from './store';
import { invalid } from './wording';

/** The routes of orders and payments. */
export class Orders {
  readonly routes: Route[] = [
    { at: 'POST /v1/orders', operation: 'orders.create', run: (it) => ok(this.create(it)) },
    { at: 'GET /v1/orders', operation: 'orders.list', run: (it) => this.list(it) },
    { at: 'GET /v1/orders/:id', operation: 'orders.get', run: (it) => ok(this.of(it)) },
    {
      at: 'GET /v1/orders/:id/payments',
      operation: 'orders.payments.list',
      run: (it) => this.paymentsOf(it),
    },
    { at: 'POST /v1/payments/create/recurring', operation: 'payments.create', run: (it) => this.charge(it) },
    {
      at: 'GET /v1/payments',
      operation: 'payments.list',
      run: (it) => collection(it, this.store.payments.list(it.account)),
    },
    { at: 'GET /v1/payments/:id', operation: 'payments.get', run: (it) => ok(this.payment(it)) },
    { at: 'POST /v1/payments/:id/capture', operation: 'payments.capture', run: (it) => this.capture(it) },
  ];

  constructor(
    private readonly store: RazorpayStore,
    private readonly paying: Paying,
  ) {}

  private of({ account, params }: Call): Order {
    return this.store.require(this.store.orders, account, params.id ?? '');
  }

  private payment({ account, params }: Call): Payment {
    return this.store.require(this.store.payments, account, params.id ?? '');
  }

  private create({ account, body }: Call): Order {
    const { amount, currency } = amountIn(body);
    const order = newOrder(this.store.now, amount, currency, referenceIn(body, 'receipt'), notesIn(body));
    this.store.hide(order.id, { capture: textAt(fieldsAt(body, 'payment'), 'capture') ?? 'automatic' });
    return this.store.orders.put(account, order);
  }

  private list(call: Call): Answer {
    const receipt = textAt(call.query, 'receipt');
    const all = this.store.orders.list(call.account);
    return collection(
      call,
      all.filter((it) => receipt === null || it.receipt === receipt),
    );
  }

  private paymentsOf(call: Call): Answer {
    const { id } = this.of(call);
    const all = this.store.payments.list(call.account);
    return collection(
      call,
      all.filter((it) => it.order_id === id),
    );
  }

  /** Charges a token. There is no idempotency: a second call for an unpaid order makes a second payment. */
  private charge({ account, body }: Call): Answer {
    const order = this.store.require(this.store.orders, account, textAt(body, 'order_id') ?? '');
    if (order.status === 'paid') throw invalid('Payment already done for this order.');
    const tokenId = textAt(body, 'token') ?? '';
    const token = this.store.tokens.get(account, tokenId);
    const customer = textAt(body, 'customer_id');
    const { behavior = null, customer: owner } = this.store.hiddenOf(tokenId);
    if (token?.recurring_details.status !== 'confirmed' || owner !== customer) {
      throw invalid('The token is not valid for a recurring payment.', 'token');
    }
    const { amount } = amountIn(body);
    if (amount !== order.amount)
      throw invalid('Your payment amount is different from your order amount.', 'amount');
    const notes = notesIn(body);
    const metadata = { ...(Array.isArray(order.notes) ? {} : order.notes), ...notes };
    const about = { provider: 'razorpay', account, operation: 'pay', amount, customer, metadata };
    const verdict = this.store.core.verdict(about, behavior);
    const fields = {
      customer_id: customer,
      token_id: tokenId,
      email: textAt(body, 'email'),
      contact: textAt(body, 'contact'),
      description: textAt(body, 'description'),
      notes: notesOrList(notes),
    };
    const { id } = this.paying.attempt(account, order, fields, verdict);
    const signature = createHmac('sha256', account).update(`${order.id}|${id}`).digest('hex');
    return ok({ razorpay_payment_id: id, razorpay_order_id: order.id, razorpay_signature: signature });
  }

  private capture(call: Call): Answer {
    const payment = this.payment(call);
    if (payment.status !== 'authorized') throw invalid('This payment has already been captured');
    const { amount } = amountIn(call.body);
    if (amount !== payment.amount) throw invalid('Capture amount must be equal to the amount authorized');
    return ok(this.paying.capture(call.account, payment));
  }
}

export function newOrder(
  now: number,
  amount: number,
  currency: string,
  receipt: string | null,
  notes: Record<string, string>,
): Order {
  return {
    id: newId('order_', 14),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: notesOrList(notes),
    created_at: now,
  };
}
