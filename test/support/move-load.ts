import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/platform/domain/id';
import { eventually } from './eventually';
import type { TestOrganization } from './test-app';

/** Events of one request. */
const BATCH = 10;
const REST_MS = 5;

/** What clients were told while an organization moved. */
export class MoveLoad {
  /** Ids that were acknowledged. */
  readonly events: string[] = [];
  readonly customers: string[] = [];
  readonly invoices: string[] = [];
  /** Every answer that is no success, and every request that got none. */
  readonly refused: string[] = [];
  /** The longest time that a request took, ms. */
  slowest = 0;
  private readonly clients: Promise<void>[];
  private isOver = false;

  /** Starts clients of an organization with a metric and a subscription. */
  constructor(
    private readonly organization: TestOrganization,
    private readonly about: { code: string; external_subscription_id: string; customerId: string },
  ) {
    this.clients = [
      this.client(() => this.postEvents(1)),
      this.client(() => this.postEvents(BATCH)),
      this.client(() => this.postCustomer()),
      this.client(() => this.postInvoice()),
      this.client(() => this.read()),
    ];
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  /** Resolves once the clients have got further. */
  async growth(): Promise<void> {
    const [events, invoices] = [this.events.length, this.invoices.length];
    const isFurther = () => this.events.length > events + 50 && this.invoices.length > invoices + 3;
    await eventually(() => (isFurther() ? true : null), 60_000);
  }

  private async client(request: () => Promise<unknown>): Promise<void> {
    while (!this.isOver) {
      const since = performance.now();
      await request().catch((error: unknown) => this.refused.push((error as Error).message));
      this.slowest = Math.max(this.slowest, performance.now() - since);
      await sleep(REST_MS);
    }
  }

  private async postEvents(count: number): Promise<void> {
    const { code, external_subscription_id } = this.about;
    const events = Array.from({ length: count }, () => ({
      ...{ transaction_id: newId(), code, external_subscription_id },
      properties: { value: '1' },
    }));
    const [first] = events;
    const sent = count === 1 ? this.post('/v1/events', first) : this.post('/v1/events/batch', { events });
    if ((await sent) !== null) this.events.push(...events.map((it) => it.transaction_id));
  }

  private async postCustomer(): Promise<void> {
    const body = await this.post('/v1/customers', { external_id: newId() });
    if (body !== null) this.customers.push(body.id);
  }

  private async postInvoice(): Promise<void> {
    const line = { description: 'Setup', unit_amount_cents: 1000, units: '1' };
    const body = await this.post('/v1/invoices/one_off', {
      customer_id: this.about.customerId,
      currency: 'EUR',
      fees: [line],
    });
    if (body !== null) this.invoices.push(body.id);
  }

  private async read(): Promise<void> {
    this.note(await this.organization.get('/v1/customers?limit=1'));
  }

  private async post(path: string, body: object | undefined): Promise<{ id: string } | null> {
    const response = await this.organization.post(path, body);
    return this.note(response) ? (response.body as { id: string }) : null;
  }

  private note(response: { status: number; text: string }): boolean {
    if (response.status < 300) return true;
    this.refused.push(`${response.status} ${response.text.slice(0, 300)}`);
    return false;
  }
}
