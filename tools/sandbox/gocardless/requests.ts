import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import type { Hosted } from '../core/hosted';
import { newId } from '../core/ids';
import { fieldsAt, isFields, numberAt, textAt, type Fields } from '../core/json';
import { one, page } from './lists';
import { metadataOf, newPayment, type Payments } from './payments';
import type { BillingRequest, Customer, Flow, GoCardlessStore, Mandate } from './store';
import { invalidField, invalidState } from './wording';

const FLOW_LIVES_MS = 7 * 24 * 60 * 60 * 1000;
const INSTANT_CURRENCIES: ReadonlySet<string> = new Set(['GBP', 'EUR']);
const SCHEMES: Readonly<Record<string, string>> = { GBP: 'bacs', EUR: 'sepa_core', USD: 'ach', AUD: 'becs' };

/** GoCardless's names of customers that behave in their own way. */
const MAGIC_NAMES: ReadonlyMap<string, string> = new Map([
  ['Penniless', 'decline:insufficient_funds'],
  ['Late', 'late_failure'],
  ['Fickle', 'charge_back'],
]);

/** The routes of billing requests and their flows, and what a person does on the page of a flow. */
export class BillingRequests {
  readonly routes: Route[] = [
    { at: 'POST /billing_requests', operation: 'billing_requests.create', run: (it) => this.create(it) },
    { at: 'GET /billing_requests', operation: 'billing_requests.list', run: (it) => this.list(it) },
    {
      at: 'GET /billing_requests/:id',
      operation: 'billing_requests.get',
      run: (it) => one('billing_requests', this.of(it)),
    },
    {
      at: 'POST /billing_requests/:id/actions/cancel',
      operation: 'billing_requests.cancel',
      run: (it) => this.cancel(it),
    },
    {
      at: 'POST /billing_request_flows',
      operation: 'billing_request_flows.create',
      run: (it) => this.createFlow(it),
    },
  ];

  constructor(
    private readonly store: GoCardlessStore,
    private readonly payments: Payments,
  ) {}

  private of({ account, params }: Call): BillingRequest {
    return this.store.require(this.store.requests, account, params.id ?? '');
  }

  private create({ account, body }: Call): Answer {
    const fields = fieldsAt(body, 'billing_requests');
    const customer = textAt(fieldsAt(fields, 'links'), 'customer');
    if (customer !== null && this.store.customers.get(account, customer) === null) {
      throw invalidField('billing_requests', 'links/customer', 'must be a valid customer');
    }
    const payment = isFields(fields.payment_request) ? fields.payment_request : null;
    const mandate = isFields(fields.mandate_request) ? fields.mandate_request : null;
    if (payment === null && mandate === null) {
      throw invalidField('billing_requests', 'base', 'needs a payment_request or a mandate_request');
    }
    const request = this.store.requests.put(account, {
      id: newId('BRQ', 14),
      created_at: this.store.now,
      status: 'pending',
      metadata: metadataOf(fields, 'billing_requests'),
      actions: [],
      mandate_request: mandate === null ? null : mandateRequestOf(mandate),
      payment_request: payment === null ? null : paymentRequestOf(payment),
      links: { creditor: 'CR000000000001', ...(customer === null ? {} : { customer }) },
    });
    this.emit(account, request, 'created');
    return one('billing_requests', request, 201);
  }

  private list(call: Call): Answer {
    const [customer, status] = ['customer', 'status'].map((it) => textAt(call.query, it));
    const all = this.store.requests.list(call.account);
    const fits = (it: BillingRequest): boolean =>
      (!customer || it.links.customer === customer) && (!status || it.status === status);
    return page(call, 'billing_requests', all.filter(fits));
  }

  private cancel(call: Call): Answer {
    const request = this.of(call);
    if (request.status !== 'pending' && request.status !== 'ready_to_fulfil') {
      throw invalidState(
        'billing_request_not_cancellable',
        `The billing request is ${request.status ?? ''}.`,
      );
    }
    const cancelled = this.store.requests.put(call.account, { ...request, status: 'cancelled' });
    this.store.hide(request.id, { isDead: true });
    this.emit(call.account, cancelled, 'cancelled');
    return one('billing_requests', cancelled);
  }

  private createFlow({ account, body }: Call): Answer {
    const fields = fieldsAt(body, 'billing_request_flows');
    const id = textAt(fieldsAt(fields, 'links'), 'billing_request') ?? '';
    if (this.store.requests.get(account, id) === null) {
      throw invalidField('billing_request_flows', 'links/billing_request', 'must be a valid billing request');
    }
    const flow: Flow = {
      id: newId('BRF', 24),
      auto_fulfil: true,
      created_at: this.store.now,
      exit_uri: textAt(fields, 'exit_uri'),
      expires_at: new Date(Date.parse(this.store.now) + FLOW_LIVES_MS).toISOString(),
      links: { billing_request: id },
      prefilled_customer: fieldsAt(fields, 'prefilled_customer'),
      redirect_uri: textAt(fields, 'redirect_uri'),
    };
    const url = `${this.store.core.urls.get('gocardless') ?? ''}/flow/${flow.id}`;
    const made = this.store.flows.put(account, { ...flow, authorisation_url: url });
    return one('billing_request_flows', made, 201);
  }

  /** `/flow/<flow>` */
  page(id: string): Hosted | null {
    const flow = this.store.flows.find(id);
    const request = this.store.requests.find(flow?.value.links?.billing_request ?? '');
    if (flow === null || request === null) return null;
    const { account, value } = request;
    const isExpired = Date.parse(flow.value.expires_at ?? '') < this.store.core.clock.now();
    return {
      title: value.payment_request ? 'Pay from your bank account' : 'Set up a direct debit',
      amount: value.payment_request?.amount ?? null,
      currency: value.payment_request?.currency ?? value.mandate_request?.currency ?? null,
      status: isExpired ? 'expired' : (value.status ?? ''),
      isOpen: value.status === 'pending' && !isExpired,
      successUrl: flow.value.redirect_uri ?? null,
      cancelUrl: flow.value.exit_uri ?? null,
      act: (behavior) => this.fulfil(account, value, flow.value, behavior),
    };
  }

  /** Fulfils a request whatever its state; a script does so, through an old page. */
  complete(id: string): string | null {
    const request = this.store.requests.find(id);
    if (request === null) return null;
    const { account, value } = request;
    const flow = this.store.flows.list(account).find((it) => it.links?.billing_request === id);
    return this.fulfil(account, value, flow ?? null, 'succeed');
  }

  private fulfil(account: string, request: BillingRequest, flow: Flow | null, behavior: string): string {
    const hasPayment = Boolean(request.payment_request);
    if (hasPayment && behavior.startsWith('decline')) {
      this.emit(account, request, 'bank_authorisation_failed');
      return request.status ?? '';
    }
    const customer = this.customerOf(account, request, flow);
    const kept = MAGIC_NAMES.get(customer.given_name ?? '') ?? behavior;
    const mandate = request.mandate_request ? this.mandateOf(account, request, customer, kept) : null;
    const isDead = this.store.hiddenOf(request.id).isDead === true;
    const payment = hasPayment ? this.pay(account, request, behavior, isDead) : null;
    const done = this.store.requests.put(account, {
      ...request,
      status: 'fulfilled',
      links: {
        ...request.links,
        customer: customer.id,
        ...(mandate && { mandate_request_mandate: mandate.id }),
        ...(payment && { payment_request_payment: payment }),
      },
    });
    this.emit(account, done, 'fulfilled');
    return 'fulfilled';
  }

  private pay(account: string, request: BillingRequest, behavior: string, isDead: boolean): string {
    const fields = (request.payment_request ?? {}) as Fields;
    const payment = newPayment(fields, this.store.now, 'payment_request', null);
    if (isDead) this.store.hide(payment.id, { isDead });
    this.payments.start(account, payment, behavior, null);
    return payment.id;
  }

  private customerOf(account: string, request: BillingRequest, flow: Flow | null): Customer {
    const known = this.store.customers.get(account, request.links.customer ?? '');
    if (known !== null) return known;
    const { email = null, given_name: given = null } = flow?.prefilled_customer ?? {};
    const made: Customer = {
      id: newId('CU', 14),
      created_at: this.store.now,
      email,
      given_name: given,
      family_name: flow?.prefilled_customer?.family_name ?? null,
      metadata: {},
    };
    return this.store.customers.put(account, made);
  }

  private mandateOf(
    account: string,
    { mandate_request: wanted }: BillingRequest,
    customer: Customer,
    behavior: string,
  ): Mandate {
    const mandate = this.store.mandates.put(account, {
      id: newId('MD', 14),
      created_at: this.store.now,
      links: { creditor: 'CR000000000001', customer: customer.id, customer_bank_account: newId('BA', 14) },
      metadata: wanted?.metadata ?? {},
      next_possible_charge_date: this.store.now.slice(0, 10),
      payments_require_approval: false,
      reference: newId('', 8),
      scheme: wanted?.scheme ?? SCHEMES[wanted?.currency ?? ''] ?? 'bacs',
      status: 'active',
    });
    this.store.hide(mandate.id, { behavior });
    const about = { links: { mandate: mandate.id, customer: customer.id }, metadata: mandate.metadata ?? {} };
    for (const action of ['created', 'active']) this.store.emit(account, 'mandates', action, about);
    return mandate;
  }

  private emit(account: string, request: BillingRequest, action: string): void {
    const { mandate_request_mandate: mandate, payment_request_payment: payment, customer } = request.links;
    const links = {
      billing_request: request.id,
      ...(customer && { customer }),
      ...(mandate && { mandate_request_mandate: mandate }),
      ...(payment && { payment_request_payment: payment }),
    };
    this.store.emit(account, 'billing_requests', action, { links, metadata: request.metadata ?? {} });
  }
}

function paymentRequestOf(fields: Fields): NonNullable<BillingRequest['payment_request']> {
  const currency = textAt(fields, 'currency') ?? '';
  if (!INSTANT_CURRENCIES.has(currency)) {
    throw invalidField('billing_requests', 'payment_request/currency', 'must be GBP or EUR');
  }
  const amount = numberAt(fields, 'amount') ?? 0;
  if (amount < 1) throw invalidField('billing_requests', 'payment_request/amount', 'must be greater than 0');
  const description = textAt(fields, 'description');
  if (description === null) {
    throw invalidField('billing_requests', 'payment_request/description', "can't be blank");
  }
  const scheme = currency === 'GBP' ? 'faster_payments' : 'sepa_instant_credit_transfer';
  return { amount, currency, description, scheme, metadata: metadataOf(fields, 'billing_requests') };
}

function mandateRequestOf(fields: Fields): NonNullable<BillingRequest['mandate_request']> {
  const currency = textAt(fields, 'currency') ?? 'GBP';
  const scheme = textAt(fields, 'scheme') ?? SCHEMES[currency] ?? null;
  return { currency, scheme, metadata: metadataOf(fields, 'billing_requests'), links: {} };
}
