import type { TestApp, TestOrganization } from './test-app';
import { bodyOf, listOf, type CustomerBody, type PlanBody } from './wire';

export interface SubscriptionBody {
  id: string;
  external_id: string;
  customer_id: string;
  plan_id: string;
  name: string | null;
  status: string;
  billing_time: string;
  subscription_at: string;
  started_at: string | null;
  trial_ends_at: string | null;
  trial_ended_at: string | null;
  ending_at: string | null;
  canceled_at: string | null;
  terminated_at: string | null;
  previous_plan_id: string | null;
  next_plan_id: string | null;
  on_termination_action: string;
  current_period: { from: string; to: string } | null;
  created_at: string;
  updated_at: string;
}

/** An event that the move of the clock caused. */
export interface CausedEventBody {
  webhook_type: string;
  object_type: string;
  object_id: string;
  created_at: string;
}

/** An organization with plans, customers and subscriptions in an application with a test clock. */
export class BillingStory {
  private made = 0;

  constructor(
    readonly app: TestApp,
    readonly organization: TestOrganization,
  ) {}

  static async begin(app: TestApp, organization: object = {}): Promise<BillingStory> {
    return new BillingStory(app, await app.anOrganization(organization));
  }

  /** Moves the time, and answers what happened on the way. */
  async moveTo(now: string): Promise<CausedEventBody[]> {
    const moved = await bodyOf<{ events: CausedEventBody[] }>(
      this.organization.put('/v1/test_clock', { now: instant(now) }),
    );
    return moved.events;
  }

  customer(fields: object = {}): Promise<CustomerBody> {
    return bodyOf(
      this.organization.post('/v1/customers', { external_id: this.name('cust'), ...fields }),
      201,
    );
  }

  plan(fields: object = {}): Promise<PlanBody> {
    const code = this.name('plan');
    const plan = { code, name: code, interval: 'monthly', amount_cents: 3000, currency: 'USD' };
    return bodyOf(this.organization.post('/v1/plans', { ...plan, ...fields }), 201);
  }

  async subscribe(plan: { id: string }, fields: object = {}): Promise<SubscriptionBody> {
    const external_id = this.name('sub');
    const customer_id = 'customer_id' in fields ? fields.customer_id : (await this.customer()).id;
    const body = { external_id, plan_id: plan.id, customer_id, ...fields };
    return bodyOf(this.organization.post('/v1/subscriptions', body), 201);
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

  /** The kinds of all events of the organization, oldest first, but for those about customers. */
  async kinds(): Promise<string[]> {
    return (await this.events()).map((it) => it.kind);
  }

  /** All events of the organization, oldest first, but for those about customers. */
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

  private name(prefix: string): string {
    return `${prefix}_${++this.made}`;
  }
}

/** `2028-02-01` and `2028-02-01T12:00` in UTC. */
export function instant(text: string): string {
  if (text.endsWith('Z')) return new Date(text).toISOString();
  return new Date(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`).toISOString();
}
