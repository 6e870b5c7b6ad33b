import { createHmac } from 'node:crypto';
import type DodoPayments from 'dodopayments';
import type { Core } from '../core/core';
import { newId } from '../core/ids';
import type { Table } from '../core/state';
import { missing } from './wording';

export type Payment = DodoPayments.Payment & { refunded: number };
export type Refund = DodoPayments.Refund & { amount: number };
export type Dispute = DodoPayments.GetDispute;
export type Customer = DodoPayments.Customer & { metadata: Record<string, string> };

/** A checkout, of which the API shows little. */
export interface Session {
  id: string;
  created_at: string;
  expires_at: number;
  customer: { customer_id: string; email: string; name: string };
  amount: number;
  tax: number;
  currency: DodoPayments.Currency;
  product_id: string;
  metadata: Record<string, string>;
  return_url: string | null;
  cancel_url: string | null;
  payment_id: string | null;
}

/** A saved method, and what it does when it is charged. */
export interface Method {
  payment_method_id: string;
  customer: string;
  behavior: string;
}

/** The tables of Dodo Payments, and its events. */
export class DodoStore {
  readonly customers: Table<Customer>;
  readonly sessions: Table<Session>;
  readonly payments: Table<Payment>;
  readonly refunds: Table<Refund>;
  readonly disputes: Table<Dispute>;
  readonly methods: Table<Method>;

  constructor(readonly core: Core) {
    const { state } = core;
    this.customers = state.table<Customer>('dodopayments.customers', (it) => it.customer_id);
    this.sessions = state.table<Session>('dodopayments.sessions', (it) => it.id);
    this.payments = state.table<Payment>('dodopayments.payments', (it) => it.payment_id);
    this.refunds = state.table<Refund>('dodopayments.refunds', (it) => it.refund_id);
    this.disputes = state.table<Dispute>('dodopayments.disputes', (it) => it.dispute_id);
    this.methods = state.table<Method>('dodopayments.methods', (it) => it.payment_method_id);
  }

  get now(): string {
    return this.core.clock.iso();
  }

  /** @throws Refusal with 404 */
  require<T>(table: Table<T>, account: string, id: string): T {
    const found = table.get(account, id);
    if (found === null) throw missing(id);
    return found;
  }

  emit(account: string, type: DodoPayments.WebhookEventType, payloadType: string, object: object): void {
    const id = newId('msg_', 27);
    const data = { ...object, payload_type: payloadType };
    const body = JSON.stringify({ business_id: businessId(account), type, timestamp: this.now, data });
    this.core.notifier.notify({ provider: 'dodopayments', account, id, type, body, sign: signer(id) });
  }
}

const signer =
  (id: string) =>
  (body: string, secret: string, seconds: number): Record<string, string> => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const digest = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${digest}` };
  };

export const businessId = (account: string): string => `bus_${account.replaceAll(/\W/g, '').slice(-16)}`;
