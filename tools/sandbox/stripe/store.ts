import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { Core } from '../core/core';
import { newId } from '../core/ids';
import type { Table } from '../core/state';
import { missing } from './wording';

/** What Stripe knows and does not show. */
interface Hidden {
  id: string;
  /** The Checkout Session of a PaymentIntent, and the reverse. */
  session?: string;
  /** What a payment method does when it is charged: `decline:insufficient_funds`. */
  behavior?: string;
  /** Metadata that the PaymentIntent of a session gets when it is made. */
  intentMetadata?: Record<string, string>;
  futureUsage?: string | null;
  /** Canceled or expired by the API, for the ledger's `late`. */
  isDead?: boolean;
}

interface EventBody {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export const API_VERSION = '2026-10-28.endive';
const byId = (it: { id: string }): string => it.id;

/** The tables of Stripe, and its events. */
export class StripeStore {
  readonly customers: Table<Stripe.Customer>;
  readonly methods: Table<Stripe.PaymentMethod>;
  readonly intents: Table<Stripe.PaymentIntent>;
  readonly charges: Table<Stripe.Charge>;
  readonly sessions: Table<Stripe.Checkout.Session>;
  readonly setups: Table<Stripe.SetupIntent>;
  readonly refunds: Table<Stripe.Refund>;
  readonly events: Table<EventBody>;
  private readonly hidden: Table<Hidden>;

  constructor(readonly core: Core) {
    const { state } = core;
    this.customers = state.table<Stripe.Customer>('stripe.customers', byId);
    this.methods = state.table<Stripe.PaymentMethod>('stripe.methods', byId);
    this.intents = state.table<Stripe.PaymentIntent>('stripe.intents', byId);
    this.charges = state.table<Stripe.Charge>('stripe.charges', byId);
    this.sessions = state.table<Stripe.Checkout.Session>('stripe.sessions', byId);
    this.setups = state.table<Stripe.SetupIntent>('stripe.setups', byId);
    this.refunds = state.table<Stripe.Refund>('stripe.refunds', byId);
    this.events = state.table<EventBody>('stripe.events', byId);
    this.hidden = state.table('stripe.hidden', byId);
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

  /** @throws Refusal with 404 */
  require<T>(table: Table<T>, account: string, id: string, what: string, param?: string): T {
    const found = table.get(account, id);
    if (found === null) throw missing(what, id, param);
    return found;
  }

  emit(account: string, type: string, object: unknown): void {
    const event: EventBody = {
      id: newId('evt_'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.events.put(account, event);
    const body = JSON.stringify(event);
    this.core.notifier.notify({ provider: 'stripe', account, id: event.id, type, body, sign });
  }
}

function sign(body: string, secret: string, seconds: number): Record<string, string> {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { 'stripe-signature': `t=${seconds},v1=${digest}` };
}
