import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import { newId } from '../core/ids';
import { fieldsAt, isFields, isTrue, numberAt, textAt, textsAt, type Fields } from '../core/json';
import type { Banking } from './banking';
import { one, page } from './lists';
import type { GoCardlessStore, Mandate, Payment, Refund } from './store';
import { invalidField, invalidState } from './wording';

const CURRENCIES = ['AUD', 'CAD', 'DKK', 'EUR', 'GBP', 'NZD', 'SEK', 'USD'] as const;
const CHARGEABLE: ReadonlySet<string> = new Set(['pending_submission', 'submitted', 'active']);
const REFUNDABLE: ReadonlySet<string> = new Set(['confirmed', 'paid_out']);
const DAY_MS = 24 * 60 * 60 * 1000;

/** The routes of payments and refunds. */
export class Payments {
  readonly routes: Route[] = [
    { at: 'POST /payments', operation: 'payments.create', run: (it) => this.create(it) },
    { at: 'GET /payments', operation: 'payments.list', run: (it) => this.list(it) },
    { at: 'GET /payments/:id', operation: 'payments.get', run: (it) => one('payments', this.of(it)) },
    { at: 'POST /payments/:id/actions/cancel', operation: 'payments.cancel', run: (it) => this.cancel(it) },
    { at: 'POST /refunds', operation: 'refunds.create', run: (it) => this.refund(it) },
    { at: 'GET /refunds', operation: 'refunds.list', run: (it) => this.listRefunds(it) },
    {
      at: 'GET /refunds/:id',
      operation: 'refunds.get',
      run: ({ account, params }) =>
        one('refunds', this.store.require(this.store.refunds, account, params.id ?? '')),
    },
  ];

  constructor(
    private readonly store: GoCardlessStore,
    private readonly banking: Banking,
  ) {
    store.core.schedule.on('gocardless.refund', (id) => this.onRefundDue(id));
  }

  private of({ account, params }: Call): Payment {
    return this.store.require(this.store.payments, account, params.id ?? '');
  }

  private create({ account, body }: Call): Answer {
    const fields = fieldsAt(body, 'payments');
    const id = textAt(fieldsAt(fields, 'links'), 'mandate') ?? '';
    const mandate = this.store.mandates.get(account, id);
    if (mandate === null) throw invalidField('payments', 'links/mandate', 'must be a valid mandate');
    if (!CHARGEABLE.has(mandate.status ?? '')) {
      throw invalidState('mandate_is_inactive', 'Mandate is failed, cancelled or expired');
    }
    const payment = newPayment(fields, this.store.now, 'payments', id);
    this.start(account, payment, this.store.hiddenOf(id).behavior ?? null, mandate);
    return one('payments', this.store.payments.find(payment.id)?.value, 201);
  }

  /** Stores a payment and lets the bank decide. */
  start(account: string, payment: Payment, behavior: string | null, mandate: Mandate | null): void {
    this.store.payments.put(account, payment);
    const customer = mandate?.links.customer ?? null;
    const { amount, metadata } = payment;
    const about = { provider: 'gocardless', account, operation: 'pay', amount, metadata, customer };
    const verdict = this.store.core.verdict(about, behavior);
    this.banking.begin(account, payment, verdict, mandate === null);
    const isFickle = behavior === 'charge_back' && verdict.mode === 'succeed';
    if (isFickle) this.store.hide(payment.id, { outcome: behavior });
  }

  private cancel(call: Call): Answer {
    const payment = this.of(call);
    if (payment.status !== 'pending_submission') {
      throw invalidState('cancellation_failed', `This payment cannot be cancelled: it is ${payment.status}.`);
    }
    const cancelled = this.store.payments.put(call.account, { ...payment, status: 'cancelled' });
    this.store.hide(payment.id, { isDead: true });
    this.banking.emit(call.account, cancelled, 'cancelled');
    return one('payments', cancelled);
  }

  private list(call: Call): Answer {
    const [mandate, customer, status] = ['mandate', 'customer', 'status'].map((it) => textAt(call.query, it));
    const customerOf = (it: Payment): string | undefined =>
      this.store.mandates.get(call.account, it.links?.mandate ?? '')?.links.customer;
    const fits = this.store.payments
      .list(call.account)
      .filter(
        (it) =>
          (!mandate || it.links?.mandate === mandate) &&
          (!customer || customerOf(it) === customer) &&
          (!status || it.status === status),
      );
    return page(call, 'payments', fits);
  }

  private refund({ account, body }: Call): Answer {
    const fields = fieldsAt(body, 'refunds');
    const id = textAt(fieldsAt(fields, 'links'), 'payment') ?? '';
    const payment = this.store.payments.get(account, id);
    if (payment === null) throw invalidField('refunds', 'links/payment', 'must be a valid payment');
    const amount = numberAt(fields, 'amount') ?? 0;
    if (amount <= 0) throw invalidField('refunds', 'amount', 'must be greater than 0');
    if (!REFUNDABLE.has(payment.status)) {
      throw invalidState('refund_payment_invalid_state', 'The payment is not in a state to be refunded');
    }
    const total = payment.amount_refunded + amount;
    if (total > payment.amount) {
      throw invalidField('refunds', 'amount', 'must not make the refunds exceed the amount of the payment');
    }
    if (numberAt(fields, 'total_amount_confirmation') !== total) {
      throw invalidState('total_amount_confirmation_invalid', 'total_amount_confirmation does not match');
    }
    this.store.payments.put(account, { ...payment, amount_refunded: total });
    const refund: Refund = {
      id: newId('RF', 14),
      created_at: this.store.now,
      amount,
      currency: payment.currency,
      links: { payment: id, ...(payment.links?.mandate && { mandate: payment.links.mandate }) },
      metadata: metadataOf(fields, 'refunds'),
      reference: textAt(fields, 'reference'),
      status: 'created',
    };
    return this.startRefund(account, this.store.refunds.put(account, refund));
  }

  private startRefund(account: string, refund: Refund): Answer {
    const about = { provider: 'gocardless', account, operation: 'refund', amount: refund.amount };
    const { mode, delayMs } = this.store.core.verdict(about, null);
    this.store.hide(refund.id, { outcome: mode });
    this.book(account, refund, 'refund');
    this.emitRefund(account, refund, 'created');
    this.store.core.schedule.later('gocardless.refund', refund.id, delayMs);
    return one('refunds', refund, 201);
  }

  private onRefundDue(id: string): void {
    const found = this.store.refunds.find(id);
    if (found === null) return;
    const { account, value: refund } = found;
    const { outcome } = this.store.hiddenOf(id);
    if (outcome !== 'decline' && outcome !== 'late_failure') {
      this.emitRefund(account, this.store.refunds.put(account, { ...refund, status: 'paid' }), 'paid');
      return;
    }
    const payment = this.store.payments.get(account, refund.links.payment ?? '');
    if (payment !== null) {
      const left = payment.amount_refunded - refund.amount;
      this.store.payments.put(account, { ...payment, amount_refunded: left });
    }
    this.book(account, refund, 'refund_failed');
    this.emitRefund(account, this.store.refunds.put(account, { ...refund, status: 'bounced' }), 'failed');
  }

  private emitRefund(account: string, refund: Refund, action: string): void {
    const links = { refund: refund.id, ...(refund.links.payment && { payment: refund.links.payment }) };
    this.store.emit(account, 'refunds', action, { links, metadata: refund.metadata ?? {} });
  }

  private book(account: string, refund: Refund, type: 'refund' | 'refund_failed'): void {
    const payment = this.store.payments.get(account, refund.links.payment ?? '');
    const about = { provider: 'gocardless', account, payment_id: refund.links.payment ?? '' } as const;
    const { amount, currency = '' } = refund;
    this.store.core.ledger.add({
      ...about,
      type,
      amount,
      currency,
      refund_id: refund.id,
      metadata: payment?.metadata ?? {},
    });
  }

  private listRefunds(call: Call): Answer {
    const payment = textAt(call.query, 'payment');
    const all = this.store.refunds.list(call.account);
    return page(
      call,
      'refunds',
      all.filter((it) => payment === null || it.links.payment === payment),
    );
  }
}

/** @throws Refusal for more than three keys */
export function metadataOf(fields: Fields, resource: string): Record<string, string> {
  const { metadata } = fields;
  const texts = textsAt(fields, 'metadata');
  if (!isFields(metadata)) return texts;
  const fits = Object.entries(metadata).every(
    ([key, value]) => key.length <= 50 && typeof value === 'string' && value.length <= 500,
  );
  if (!fits || Object.keys(metadata).length > 3) {
    throw invalidField(
      resource,
      'metadata',
      'may have 3 keys of at most 50, with texts of at most 500 characters',
    );
  }
  return texts;
}

export function newPayment(fields: Fields, now: string, resource: string, mandate: string | null): Payment {
  const amount = numberAt(fields, 'amount');
  if (amount === null || amount < 1) throw invalidField(resource, 'amount', 'must be greater than 0');
  const currency = CURRENCIES.find((it) => it === textAt(fields, 'currency'));
  if (currency === undefined) throw invalidField(resource, 'currency', 'is not supported');
  const chargeDate = new Date(Date.parse(now) + DAY_MS * 3).toISOString().slice(0, 10);
  return {
    id: newId('PM', 14),
    created_at: now,
    charge_date: textAt(fields, 'charge_date') ?? chargeDate,
    amount,
    amount_refunded: 0,
    currency,
    description: textAt(fields, 'description'),
    reference: textAt(fields, 'reference'),
    retry_if_possible: isTrue(fields, 'retry_if_possible'),
    status: 'pending_submission',
    metadata: metadataOf(fields, resource),
    links: { creditor: 'CR000000000001', ...(mandate === null ? {} : { mandate }) },
  };
}
