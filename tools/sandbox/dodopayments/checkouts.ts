import type DodoPayments from 'dodopayments';
import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import type { Hosted } from '../core/hosted';
import { newId } from '../core/ids';
import { fieldsAt, isTrue, listAt, numberAt, textAt, textsAt } from '../core/json';
import { customerFor } from './customers';
import { ok, page } from './lists';
import { shown, type Paying } from './paying';
import type { DodoStore, Session } from './store';
import { invalid, refused } from './wording';

const HOUR_MS = 60 * 60 * 1000;
const LIFE_MS = 24 * HOUR_MS;
const CONFIRMED_LIFE_MS = HOUR_MS / 4;
const TAX_PERCENT = 20;

interface Price {
  productId: string;
  amount: number;
  tax: number;
  currency: DodoPayments.Currency;
}

/** The routes of checkouts, payments and products. */
export class Checkouts {
  readonly routes: Route[] = [
    { at: 'POST /checkouts', operation: 'checkouts.create', run: (it) => this.create(it) },
    {
      at: 'POST /checkouts/preview',
      operation: 'checkouts.preview.get',
      run: (it) => ok(preview(priceOf(it.body))),
    },
    { at: 'GET /checkouts/:id', operation: 'checkouts.get', run: (it) => ok(this.show(it)) },
    { at: 'GET /payments', operation: 'payments.list', run: (it) => this.payments(it) },
    {
      at: 'GET /payments/:id',
      operation: 'payments.get',
      run: ({ account, params }) =>
        ok(shown(this.store.require(this.store.payments, account, params.id ?? ''))),
    },
    {
      at: 'GET /products/:id',
      operation: 'products.get',
      run: ({ params }) => ok(productOf(params.id ?? '')),
    },
  ];

  constructor(
    private readonly store: DodoStore,
    private readonly paying: Paying,
  ) {}

  private create({ account, body }: Call): Answer {
    const { amount, tax, currency, productId } = priceOf(body);
    const customer = customerFor(this.store, account, fieldsAt(body, 'customer'));
    const isConfirmed = isTrue(body, 'confirm');
    const methodId = textAt(body, 'payment_method_id');
    if (methodId !== null && !isConfirmed)
      throw invalid('payment_method_id is only allowed when confirm is true');
    const session = this.store.sessions.put(account, {
      id: newId('cks_', 20),
      created_at: this.store.now,
      expires_at: this.store.core.clock.now() + (isConfirmed ? CONFIRMED_LIFE_MS : LIFE_MS),
      customer,
      amount,
      tax,
      currency,
      product_id: productId,
      metadata: textsAt(body, 'metadata'),
      return_url: textAt(body, 'return_url'),
      cancel_url: textAt(body, 'cancel_url'),
      payment_id: null,
    });
    const paymentId = methodId === null ? null : this.charge(account, session, methodId);
    const url = `${this.store.core.urls.get('dodopayments') ?? ''}/session/${session.id}`;
    return ok({
      session_id: session.id,
      checkout_url: methodId === null ? url : null,
      payment_id: paymentId,
    });
  }

  private charge(account: string, session: Session, methodId: string): string {
    const method = this.store.methods.get(account, methodId);
    if (method?.customer !== session.customer.customer_id) {
      throw refused('PAYMENT_METHOD_NOT_FOUND', 'The payment method does not belong to the customer');
    }
    return this.attempt(account, session, method.behavior, true).payment_id;
  }

  private attempt(account: string, session: Session, behavior: string, isSaved: boolean) {
    const { metadata } = session;
    const { customer_id: customer } = session.customer;
    const amount = session.amount + session.tax;
    const about = { provider: 'dodopayments', account, operation: 'pay', customer, amount, metadata };
    return this.paying.attempt(account, session, this.store.core.verdict(about, behavior), isSaved);
  }

  private show({ account, params }: Call): DodoPayments.CheckoutSessionStatus {
    const session = this.store.require(this.store.sessions, account, params.id ?? '');
    const payment = this.store.payments.get(account, session.payment_id ?? '');
    return {
      id: session.id,
      created_at: session.created_at,
      customer_email: session.customer.email,
      customer_name: session.customer.name,
      payment_id: session.payment_id,
      payment_status: payment?.status ?? null,
    };
  }

  private payments(call: Call): Answer {
    const [customer, status] = ['customer_id', 'status'].map((it) => textAt(call.query, it));
    const fits = this.store.payments
      .list(call.account)
      .filter(
        (it) => (!customer || it.customer.customer_id === customer) && (!status || it.status === status),
      );
    return page(call, fits.map(shown));
  }

  /** `/session/<checkout>` */
  page(id: string): Hosted | null {
    const found = this.store.sessions.find(id);
    if (found === null) return null;
    const { account, value: session } = found;
    const payment = this.store.payments.get(account, session.payment_id ?? '');
    const isOver = session.expires_at < this.store.core.clock.now();
    const isTaken = payment?.status === 'succeeded' || payment?.status === 'processing';
    return {
      title: 'Checkout',
      amount: session.amount + session.tax,
      currency: session.currency,
      status: payment?.status ?? (isOver ? 'expired' : 'open'),
      isOpen: !isOver && !isTaken,
      successUrl: session.return_url,
      cancelUrl: session.cancel_url,
      act: (behavior) => this.pay(account, session, behavior),
    };
  }

  /** A card that pays is saved for the customer. */
  private pay(account: string, session: Session, behavior: string): string {
    const payment = this.attempt(account, session, behavior, false);
    if (payment.status === 'succeeded') {
      const { customer_id: customer } = session.customer;
      this.store.methods.put(account, { payment_method_id: newId('pm_', 20), customer, behavior });
    }
    return payment.status ?? '';
  }
}

/** The tax is within the price, but for a product whose id contains `taxed`. */
function priceOf(body: unknown): Price {
  const items = listAt(body, 'product_cart');
  const [item] = items;
  const productId = textAt(item, 'product_id');
  if (items.length !== 1 || productId === null) throw invalid('product_cart must have one product');
  const amount = (numberAt(item, 'amount') ?? 0) * (numberAt(item, 'quantity') ?? 1);
  if (amount < 1) throw invalid('amount must be greater than 0');
  const currency = (textAt(body, 'billing_currency') ?? 'USD') as DodoPayments.Currency;
  const tax = productId.includes('taxed') ? Math.round((amount * TAX_PERCENT) / 100) : 0;
  return { productId, amount, tax, currency };
}

function preview({ amount, tax, currency, productId }: Price): object {
  const total = amount + tax;
  return {
    billing_country: 'US',
    currency,
    current_breakup: { discount: 0, subtotal: amount, total_amount: total, tax },
    product_cart: [
      { product_id: productId, quantity: 1, currency, og_price: amount, discounted_price: amount },
    ],
    total_price: total,
    total_tax: tax,
    is_byop: false,
    payment_method_required: true,
    tax_id_err_msg: null,
  };
}

function productOf(id: string): object {
  if (!id.startsWith('pdt_')) throw refused('NOT_FOUND', `${id} does not exist`);
  const price = {
    type: 'one_time_price',
    currency: 'USD',
    price: 100,
    discount: 0,
    purchasing_power_parity: false,
  };
  return {
    product_id: id,
    name: 'Invoice',
    is_recurring: false,
    tax_category: 'saas',
    price: { ...price, pay_what_you_want: !id.includes('fixed'), tax_inclusive: !id.includes('taxed') },
  };
}
