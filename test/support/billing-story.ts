import { aCharge, aMetric, aPlan, aTax, aCustomer, aSubscription, aUsageEvent } from './builders';
import type { SubscriptionBody } from './subscription-wire';
import type { InvoiceBody } from './invoice-wire';
import type { TestApp, TestOrganization } from './test-app';
import { bodyOf, listOf, type CustomerBody, type PlanBody, type UsageEventBody } from './wire';

/** An event that a move of the test clock caused. */
export interface CausedEventBody {
  webhook_type: string;
  object_type: string;
  object_id: string;
  created_at: string;
}

/** Plans, customers, subscriptions and usage of one organization, under a test clock. */
export class BillingStory {
  private made = 0;

  constructor(
    readonly app: TestApp,
    readonly organization: TestOrganization,
  ) {}

  static async begin(app: TestApp, organization: object = {}): Promise<BillingStory> {
    return new BillingStory(app, await app.anOrganization(organization));
  }

  /** Moves the test clock, and returns the events that this caused. */
  async moveTo(now: string): Promise<CausedEventBody[]> {
    const moved = await bodyOf<{ events: CausedEventBody[] }>(
      this.organization.put('/v1/test_clock', { now: instant(now) }),
    );
    return moved.events;
  }

  customer(fields: object = {}): Promise<CustomerBody> {
    return aCustomer(this.organization, { external_id: this.name('cust'), ...fields });
  }

  plan(fields: object = {}): Promise<PlanBody> {
    const code = this.name('plan');
    return aPlan(this.organization, { code, name: code, amount_cents: 3000, currency: 'USD', ...fields });
  }

  async subscribe(plan: { id: string }, fields: object = {}): Promise<SubscriptionBody> {
    const external_id = this.name('sub');
    const customer_id = 'customer_id' in fields ? fields.customer_id : (await this.customer()).id;
    return aSubscription(this.organization, { external_id, plan_id: plan.id, customer_id, ...fields });
  }

  subscription(id: string): Promise<SubscriptionBody> {
    return bodyOf(this.organization.get(`/v1/subscriptions/${id}`));
  }

  async subscriptions(query: string): Promise<SubscriptionBody[]> {
    return (await listOf<SubscriptionBody>(this.organization.get(`/v1/subscriptions?${query}`))).items;
  }

  change(id: string, body: object): Promise<SubscriptionBody> {
    return bodyOf(this.organization.put(`/v1/subscriptions/${id}`, body));
  }

  /** Returns the kinds of the organization's events except those about customers, oldest first. */
  async kinds(): Promise<string[]> {
    return (await this.events()).map((it) => it.kind);
  }

  /** Returns the organization's events except those about customers, oldest first. */
  async events(): Promise<{ kind: string; object: Record<string, unknown> }[]> {
    const rows = await this.app.database.query<{ kind: string; object_type: string; payload: string }>(
      `SELECT kind, object_type, payload FROM outbox_events
        WHERE organization_id = $1 AND object_type <> 'customer' ORDER BY id`,
      [this.organization.id],
    );
    return rows.map(({ kind, object_type: type, payload }) => ({
      kind,
      object: (JSON.parse(payload) as Record<string, Record<string, unknown>>)[type] ?? {},
    }));
  }

  /** Creates a sum metric, and returns a standard charge for it. */
  charge(code: string, amount: string): Promise<object> {
    return this.chargeFor({ code }, 'standard', { amount });
  }

  /** Creates a metric, by default a sum, and returns a charge for it. */
  async chargeFor(metric: { code: string }, charge_model: string, properties: object): Promise<object> {
    await aMetric(this.organization, { ...metric });
    return aCharge(metric, { charge_model, properties });
  }

  /** Creates a tax that applies to the whole organization. */
  async tax(rate: string): Promise<void> {
    await aTax(this.organization, { rate, applied_to_organization: true });
  }

  /** Reports usage. */
  async use(subscription: { external_id: string }, code: string, value: string, at: string): Promise<void> {
    await this.report(subscription, code, { value }, at);
  }

  /** Reports a usage event with these properties. */
  report(
    subscription: { external_id: string },
    code: string,
    properties: object,
    at: string,
  ): Promise<UsageEventBody> {
    const about = { transaction_id: this.name('event'), code, timestamp: instant(at) };
    return aUsageEvent(this.organization, subscription, { ...about, properties });
  }

  /** Returns all invoices of a subscription, oldest first. */
  async invoices(subscription: { id: string }): Promise<InvoiceBody[]> {
    const query = `subscription_id=${subscription.id}&order_by=created_at&limit=1000`;
    return (await listOf<InvoiceBody>(this.organization.get(`/v1/invoices?${query}`))).items;
  }

  /** Returns a summary of the newest invoice of a subscription. */
  async newestBill(subscription: { id: string }): Promise<BillSummary> {
    const newest = (await this.invoices(subscription)).at(-1);
    if (newest === undefined) throw new Error('The subscription has no invoice');
    return summaryOf(newest);
  }

  private name(prefix: string): string {
    return `${prefix}_${++this.made}`;
  }
}

/** The parts of an invoice that scenarios check. */
export interface BillSummary {
  status: string;
  period: string[];
  /** Type, amount and taxes; for a plan's fee also billed days and days of the period, such as `15/30`. */
  fees: (string | number)[][];
  credit: number;
  total: number;
  issued: string;
  due: string;
}

export function summaryOf(invoice: InvoiceBody): BillSummary {
  const { billing_period: period } = invoice;
  return {
    status: invoice.status,
    period: period === null ? [] : [period.from, period.to],
    fees: invoice.fees.map((it) => [
      it.type,
      it.amount_cents,
      it.taxes_amount_cents,
      ...(it.billed_days === null ? [] : [`${it.billed_days}/${it.period_days}`]),
    ]),
    credit: invoice.credit_notes_amount_cents,
    total: invoice.total_amount_cents,
    issued: invoice.issuing_date,
    due: invoice.payment_due_date,
  };
}

/** Returns the instant and kind of each event. */
export function emittedKinds(events: readonly CausedEventBody[]): string[] {
  return events.map((it) => `${it.created_at} ${it.webhook_type}`);
}

/** Completes `2028-02-01` and `2028-02-01T12:00` to an instant in UTC. */
export function instant(text: string): string {
  if (text.endsWith('Z')) return new Date(text).toISOString();
  return new Date(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`).toISOString();
}
