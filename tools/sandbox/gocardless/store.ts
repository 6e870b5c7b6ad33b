import { createHmac } from 'node:crypto';
import type * as gc from 'gocardless-nodejs/types/Types';
import type { Core } from '../core/core';
import { newId } from '../core/ids';
import type { Table } from '../core/state';
import { missing } from './wording';

type Known<T> = T & { id: string; created_at: string };
export type Customer = Known<gc.Customer>;
export type Mandate = Known<gc.Mandate> & { links: gc.MandateLinks };
export type Payment = Known<gc.Payment> & {
  amount: number;
  amount_refunded: number;
  currency: NonNullable<gc.Payment['currency']>;
  metadata: Record<string, string>;
  status: NonNullable<gc.Payment['status']>;
};
export type Refund = Known<gc.Refund> & { amount: number; links: gc.RefundLinks };
export type BillingRequest = Known<gc.BillingRequest> & { links: gc.BillingRequestLinks };
export type Flow = Known<gc.BillingRequestFlow>;
export type Event = Known<gc.Event>;

/** What GoCardless knows and does not show. */
interface Hidden {
  id: string;
  /** What a mandate does when it is charged. */
  behavior?: string;
  /** What is decided of a payment, until the bank tells. */
  outcome?: string;
  isDead?: boolean;
}

const byId = (it: { id: string }): string => it.id;

/** The tables of GoCardless, and its events. */
export class GoCardlessStore {
  readonly customers: Table<Customer>;
  readonly mandates: Table<Mandate>;
  readonly payments: Table<Payment>;
  readonly refunds: Table<Refund>;
  readonly requests: Table<BillingRequest>;
  readonly flows: Table<Flow>;
  readonly events: Table<Event>;
  private readonly hidden: Table<Hidden>;

  constructor(readonly core: Core) {
    const { state } = core;
    this.customers = state.table<Customer>('gocardless.customers', byId);
    this.mandates = state.table<Mandate>('gocardless.mandates', byId);
    this.payments = state.table<Payment>('gocardless.payments', byId);
    this.refunds = state.table<Refund>('gocardless.refunds', byId);
    this.requests = state.table<BillingRequest>('gocardless.requests', byId);
    this.flows = state.table<Flow>('gocardless.flows', byId);
    this.events = state.table<Event>('gocardless.events', byId);
    this.hidden = state.table<Hidden>('gocardless.hidden', byId);
  }

  get now(): string {
    return this.core.clock.iso();
  }

  hiddenOf(id: string): Hidden {
    return this.hidden.find(id)?.value ?? { id };
  }

  hide(id: string, fields: Partial<Hidden>): void {
    this.hidden.put('', { ...this.hiddenOf(id), ...fields });
  }

  /** @throws Refusal with 404 */
  require<T>(table: Table<T>, account: string, id: string): T {
    const found = table.get(account, id);
    if (found === null) throw missing();
    return found;
  }

  emit(
    account: string,
    kind: NonNullable<gc.Event['resource_type']>,
    action: string,
    about: { links: gc.EventLinks; metadata: Record<string, string>; details?: gc.EventDetails },
  ): void {
    const event: Event = {
      id: newId('EV'),
      created_at: this.now,
      resource_type: kind,
      action,
      links: about.links,
      details: { origin: 'gocardless', cause: `${kind}_${action}`, description: action, ...about.details },
      metadata: {},
      resource_metadata: about.metadata,
    };
    this.events.put(account, event);
    const body = JSON.stringify({ events: [event], meta: { webhook_id: newId('WB') } });
    const type = `${kind}.${action}`;
    this.core.notifier.notify({ provider: 'gocardless', account, id: event.id, type, body, sign });
  }
}

function sign(body: string, secret: string): Record<string, string> {
  return { 'webhook-signature': createHmac('sha256', secret).update(body).digest('hex') };
}
