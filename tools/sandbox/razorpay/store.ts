import { createHmac } from 'node:crypto';
import type { Core } from '../core/core';
import { newId } from '../core/ids';
import type { Table } from '../core/state';
import { missing } from './wording';

type Notes = Record<string, string> | [];

export interface Payment {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  order_id: string | null;
  invoice_id: string | null;
  international: boolean;
  method: string;
  amount_refunded: number;
  refund_status: 'partial' | 'full' | null;
  captured: boolean;
  description: string | null;
  card_id: string | null;
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  email: string | null;
  contact: string | null;
  customer_id: string | null;
  token_id: string | null;
  notes: Notes;
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: Record<string, string>;
  created_at: number;
}

export interface Order {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
}

export interface Link {
  id: string;
  amount: number;
  amount_paid: number;
  accept_partial: boolean;
  callback_url: string;
  callback_method: string;
  cancelled_at: number;
  created_at: number;
  currency: string;
  customer: Record<string, string>;
  description: string;
  expire_by: number;
  expired_at: number;
  first_min_partial_amount: number;
  notes: Record<string, string> | null;
  notify: { email: boolean; sms: boolean; whatsapp: boolean };
  payments:
    { payment_id: string; plink_id: string; amount: number; status: string; created_at: number }[] | null;
  reference_id: string;
  reminder_enable: boolean;
  reminders: [];
  short_url: string;
  status: 'created' | 'partially_paid' | 'expired' | 'cancelled' | 'paid';
  updated_at: number;
  upi_link: boolean;
  user_id: string;
}

/** A registration link, which is an invoice at Razorpay: a small payment that saves a token. */
export interface Registration {
  id: string;
  entity: 'invoice';
  receipt: string | null;
  customer_id: string;
  order_id: string;
  payment_id: string | null;
  status: 'issued' | 'paid' | 'cancelled' | 'expired';
  expire_by: number | null;
  amount: number;
  currency: string;
  description: string | null;
  notes: Notes;
  short_url: string;
  type: 'link';
  created_at: number;
}

export interface Customer {
  id: string;
  entity: 'customer';
  name: string | null;
  email: string | null;
  contact: string | null;
  gstin: null;
  notes: Notes;
  created_at: number;
}

export interface Token {
  id: string;
  entity: 'token';
  token: string;
  bank: null;
  wallet: null;
  method: string;
  card: {
    entity: 'card';
    last4: string;
    network: string;
    type: string;
    expiry_month: string;
    expiry_year: string;
  };
  recurring: boolean;
  recurring_details: { status: string; failure_reason: null };
  max_amount: number;
  used_at: number;
  created_at: number;
  expired_at: number;
}

export interface Refund {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  receipt: string | null;
  notes: Notes;
  acquirer_data: Record<string, string>;
  batch_id: null;
  status: 'pending' | 'processed' | 'failed';
  speed_processed: string;
  speed_requested: string;
  created_at: number;
}

export interface Dispute {
  id: string;
  entity: string;
  payment_id: string;
  amount: number;
  currency: string;
  amount_deducted: number;
  reason_code: string;
  respond_by: number;
  status: string;
  phase: string;
  created_at: number;
}

/** What Razorpay knows and does not show. */
interface Hidden {
  id: string;
  link?: string;
  registration?: string;
  /** What a token does when it is charged. */
  behavior?: string;
  customer?: string;
  outcome?: string;
  capture?: string;
  isDead?: boolean;
}

const byId = (it: { id: string }): string => it.id;

/** The tables of Razorpay, and its events. */
export class RazorpayStore {
  readonly payments: Table<Payment>;
  readonly orders: Table<Order>;
  readonly links: Table<Link>;
  readonly registrations: Table<Registration>;
  readonly customers: Table<Customer>;
  readonly tokens: Table<Token>;
  readonly refunds: Table<Refund>;
  readonly disputes: Table<Dispute>;
  private readonly hidden: Table<Hidden>;

  constructor(readonly core: Core) {
    const { state } = core;
    this.payments = state.table<Payment>('razorpay.payments', byId);
    this.orders = state.table<Order>('razorpay.orders', byId);
    this.links = state.table<Link>('razorpay.links', byId);
    this.registrations = state.table<Registration>('razorpay.registrations', byId);
    this.customers = state.table<Customer>('razorpay.customers', byId);
    this.tokens = state.table<Token>('razorpay.tokens', byId);
    this.refunds = state.table<Refund>('razorpay.refunds', byId);
    this.disputes = state.table<Dispute>('razorpay.disputes', byId);
    this.hidden = state.table<Hidden>('razorpay.hidden', byId);
  }

  get now(): number {
    return this.core.clock.seconds();
  }

  hiddenOf(id: string): Hidden {
    return this.hidden.find(id)?.value ?? { id };
  }

  hide(id: string, fields: Partial<Hidden>): void {
    this.hidden.put('', { ...this.hiddenOf(id), ...fields });
  }

  /** @throws Refusal with 400, as Razorpay answers for an unknown id */
  require<T>(table: Table<T>, account: string, id: string): T {
    const found = table.get(account, id);
    if (found === null) throw missing();
    return found;
  }

  emit(account: string, event: string, entities: Readonly<Record<string, unknown>>): void {
    const id = newId('', 14);
    const payload = Object.fromEntries(Object.entries(entities).map(([name, it]) => [name, { entity: it }]));
    const about = { entity: 'event', account_id: accountId(account), event, contains: Object.keys(entities) };
    const body = JSON.stringify({ ...about, payload, created_at: this.now });
    const sign = (text: string, secret: string): Record<string, string> => ({
      'x-razorpay-signature': createHmac('sha256', secret).update(text).digest('hex'),
      'x-razorpay-event-id': id,
    });
    this.core.notifier.notify({ provider: 'razorpay', account, id, type: event, body, sign });
  }

  /** The notes that we see at Razorpay, of whatever led to the payment: for the ledger and for scripts. */
  notesOf(payment: Payment): Record<string, string> {
    const order = payment.order_id ?? '';
    const { link = '', registration = '' } = this.hiddenOf(order);
    const all = [
      payment,
      this.orders.find(order),
      this.links.find(link),
      this.registrations.find(registration),
    ];
    const notes = all.map((it) => (it === null ? null : 'value' in it ? it.value.notes : it.notes));
    return Object.assign({}, ...notes.filter((it) => !Array.isArray(it))) as Record<string, string>;
  }
}

export const accountId = (account: string): string => `acc_${account.replaceAll(/\W/g, '').slice(-14)}`;

/** Razorpay shows empty notes as a list. */
export const notesOrList = (notes: Record<string, string>): Notes =>
  Object.keys(notes).length === 0 ? [] : notes;
