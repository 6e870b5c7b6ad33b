import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import type { Hosted } from '../core/hosted';
import { newId } from '../core/ids';
import { fieldsAt, numberAt, textAt } from '../core/json';
import { collection, notesIn, ok, referenceIn } from './lists';
import { newOrder } from './orders';
import type { Paying } from './paying';
import { notesOrList, type Customer, type RazorpayStore, type Registration, type Token } from './store';
import { invalid, missing } from './wording';

/** The routes of customers, their tokens, and the registration links that make tokens. */
export class Customers {
  readonly routes: Route[] = [
    { at: 'POST /v1/customers', operation: 'customers.create', run: (it) => ok(this.create(it)) },
    {
      at: 'GET /v1/customers',
      operation: 'customers.list',
      run: (it) => collection(it, this.store.customers.list(it.account)),
    },
    { at: 'GET /v1/customers/:id', operation: 'customers.get', run: (it) => ok(this.of(it)) },
    { at: 'GET /v1/customers/:id/tokens', operation: 'tokens.list', run: (it) => this.tokens(it) },
    { at: 'GET /v1/customers/:id/tokens/:token', operation: 'tokens.get', run: (it) => ok(this.token(it)) },
    {
      at: 'DELETE /v1/customers/:id/tokens/:token',
      operation: 'tokens.delete',
      run: (it) => this.deleteToken(it),
    },
    {
      at: 'POST /v1/subscription_registration/auth_links',
      operation: 'registrations.create',
      run: (it) => ok(this.register(it)),
    },
    { at: 'GET /v1/invoices/:id', operation: 'invoices.get', run: (it) => ok(this.registration(it)) },
    { at: 'GET /v1/invoices', operation: 'invoices.list', run: (it) => this.registrations(it) },
  ];

  constructor(
    private readonly store: RazorpayStore,
    private readonly paying: Paying,
  ) {}

  private of({ account, params }: Call): Customer {
    return this.store.require(this.store.customers, account, params.id ?? '');
  }

  /** Email and phone identify a customer; only with fail_existing=0 the known one is returned. */
  private create({ account, body }: Call): Customer {
    const [name = null, email = null, contact = null] = ['name', 'email', 'contact'].map((it) =>
      textAt(body, it),
    );
    const known = this.store.customers
      .list(account)
      .find((it) => it.email === email && it.contact === contact);
    if (known !== undefined && (email !== null || contact !== null)) {
      if (textAt(body, 'fail_existing') === '0') return known;
      throw invalid('Customer already exists for the merchant');
    }
    const notes = notesOrList(notesIn(body));
    const about = { name, email, contact, gstin: null, notes, created_at: this.store.now };
    return this.store.customers.put(account, { id: newId('cust_', 14), entity: 'customer', ...about });
  }

  private tokens(call: Call): Answer {
    const { id } = this.of(call);
    const own = this.store.tokens
      .list(call.account)
      .filter((it) => this.store.hiddenOf(it.id).customer === id);
    return ok({ entity: 'collection', count: own.length, items: own });
  }

  private token({ account, params }: Call): Token {
    const { id = '', token = '' } = params;
    const found = this.store.tokens.get(account, token);
    if (found === null || this.store.hiddenOf(token).customer !== id) throw missing();
    return found;
  }

  private deleteToken(call: Call): Answer {
    this.store.tokens.remove(this.token(call).id);
    return ok({ deleted: true });
  }

  private register({ account, body }: Call): Registration {
    const customer = fieldsAt(body, 'customer');
    const [name = null, email = null, contact = null] = ['name', 'email', 'contact'].map((it) =>
      textAt(customer, it),
    );
    if (email === null && contact === null)
      throw invalid('The customer needs an email or contact.', 'customer');
    const amount = numberAt(body, 'amount') ?? 0;
    const known = this.store.customers
      .list(account)
      .find((it) => it.email === email && it.contact === contact);
    const made = { id: newId('cust_', 14), entity: 'customer', name, email, contact, gstin: null } as const;
    const owner =
      known ?? this.store.customers.put(account, { ...made, notes: [], created_at: this.store.now });
    const receipt = referenceIn(body, 'receipt');
    const order = newOrder(this.store.now, amount, textAt(body, 'currency') ?? 'INR', receipt, notesIn(body));
    const id = newId('inv_', 14);
    this.store.orders.put(account, order);
    this.store.hide(order.id, { registration: id });
    return this.store.registrations.put(account, {
      id,
      entity: 'invoice',
      receipt,
      customer_id: owner.id,
      order_id: order.id,
      payment_id: null,
      status: 'issued',
      expire_by: numberAt(body, 'expire_by'),
      amount,
      currency: order.currency,
      description: textAt(body, 'description'),
      notes: notesOrList(notesIn(body)),
      short_url: `${this.store.core.urls.get('razorpay') ?? ''}/i/${id}`,
      type: 'link',
      created_at: this.store.now,
    });
  }

  private registration({ account, params }: Call): Registration {
    return this.store.require(this.store.registrations, account, params.id ?? '');
  }

  private registrations(call: Call): Answer {
    const receipt = textAt(call.query, 'receipt');
    const all = this.store.registrations.list(call.account);
    return collection(
      call,
      all.filter((it) => receipt === null || it.receipt === receipt),
    );
  }

  /** `/i/<registration link>` */
  page(id: string): Hosted | null {
    const found = this.store.registrations.find(id);
    if (found === null) return null;
    const { account, value } = found;
    return {
      title: 'Authorize later payments',
      amount: value.amount,
      currency: value.currency,
      status: value.status,
      isOpen: value.status === 'issued',
      successUrl: null,
      cancelUrl: null,
      act: (behavior) => this.authorize(account, value, behavior),
    };
  }

  private authorize(account: string, registration: Registration, behavior: string): string {
    const order = this.store.orders.get(account, registration.order_id);
    if (order === null) return registration.status;
    const metadata = Array.isArray(registration.notes) ? {} : registration.notes;
    const about = { provider: 'razorpay', account, operation: 'setup', metadata };
    const verdict = this.store.core.verdict({ ...about, customer: registration.customer_id }, null);
    const token = this.newToken(account, registration.customer_id, behavior);
    const fields = { customer_id: registration.customer_id, token_id: token.id, invoice_id: registration.id };
    if (verdict.mode === 'decline') this.store.tokens.remove(token.id);
    else this.store.emit(account, 'token.confirmed', { token });
    if (order.amount === 0) {
      const done = { ...registration, status: 'paid' } as const;
      this.store.emit(account, 'invoice.paid', { invoice: this.store.registrations.put(account, done) });
    } else this.paying.attempt(account, order, fields, verdict);
    return this.store.registrations.get(account, registration.id)?.status ?? '';
  }

  private newToken(account: string, customer: string, behavior: string): Token {
    const now = this.store.now;
    const token = this.store.tokens.put(account, {
      id: newId('token_', 14),
      entity: 'token',
      token: newId('', 14),
      bank: null,
      wallet: null,
      method: 'card',
      card: {
        entity: 'card',
        last4: '1111',
        network: 'Visa',
        type: 'credit',
        expiry_month: '12',
        expiry_year: String(new Date(now * 1000).getUTCFullYear() + 4),
      },
      recurring: true,
      recurring_details: { status: 'confirmed', failure_reason: null },
      max_amount: 9_999_999,
      used_at: now,
      created_at: now,
      expired_at: now + 4 * 365 * 24 * 60 * 60,
    });
    this.store.hide(token.id, { behavior, customer });
    return token;
  }
}
