import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './api-client';
import { eventually } from './eventually';
import { Ledger } from './ledger';
import { aMeteredCustomer, aUsageEvent } from './metered-customer';
import type { NatsServers } from './nats-servers';

const PERSIST_MS = 60_000;
const PAUSE_MS = 20;
const RETRY_MS = 100;
/** An answer that a client repeats its request after. */
const PASSING = new Set([0, 503]);

/** Writes of each kind, sent until they are acknowledged, and what was. */
export class FailoverLoad {
  /** Customers, each one delivery for every endpoint. */
  readonly customers = new Ledger();
  /** Transaction ids of usage events: acknowledged by the API, and confirmed by the stream. */
  readonly reported = new Set<string>();
  readonly published = new Set<string>();
  /** Updates of one customer, whose events are in one sequence. */
  updates = 0;
  /** Answers of the API to usage events and updates that are neither success nor 503. */
  readonly odd: number[] = [];
  private readonly end = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly client: ApiClient,
    private readonly nats: NatsServers,
    private readonly subscription: string,
    private readonly updatedId: string,
  ) {}

  static async start(client: ApiClient, nats: NatsServers): Promise<FailoverLoad> {
    const subscription = await aMeteredCustomer(client);
    const { body } = await client.request('POST', '/v1/customers', { external_id: 'updated' });
    const load = new FailoverLoad(client, nats, subscription, (body as { id: string }).id);
    const options = { concurrency: 3, pauseMs: PAUSE_MS, signal: load.end.signal, persistent: true };
    load.running = Promise.all([
      client.createCustomers(options, load.customers),
      load.repeat(() => load.report()),
      load.repeat(() => load.publish()),
      load.repeat(() => load.update()),
    ]);
    return load;
  }

  /** Resolves once every kind of write was acknowledged this many times more. */
  async progressed(by: number, withinMs: number): Promise<void> {
    const goal = this.counts.map((it) => it + by);
    const reached = (): boolean => this.counts.every((it, index) => it >= (goal[index] ?? 0));
    await eventually(() => (reached() ? true : null), withinMs);
  }

  /** Ends when everything that was begun is acknowledged. */
  async stop(): Promise<void> {
    this.end.abort();
    await this.running;
  }

  /** How much was acknowledged, and what the API answered to customers. */
  get figures(): object {
    const [customers, reported, published, updates] = this.counts;
    const answers = Object.fromEntries(this.customers.answers);
    return { customers, reported, published, updates, answers };
  }

  private get counts(): number[] {
    return [this.customers.acknowledged.size, this.reported.size, this.published.size, this.updates];
  }

  private async repeat(write: () => Promise<void>): Promise<void> {
    while (!this.end.signal.aborted) {
      await write();
      await sleep(PAUSE_MS);
    }
  }

  private async report(): Promise<void> {
    const id = randomUUID();
    if (await this.send('POST', '/v1/events', aUsageEvent(this.subscription, id))) this.reported.add(id);
  }

  private async update(): Promise<void> {
    const name = `Name ${this.updates + 1}`;
    if (await this.send('PUT', `/v1/customers/${this.updatedId}`, { name })) this.updates++;
  }

  private async publish(): Promise<void> {
    const id = randomUUID();
    const body = JSON.stringify(aUsageEvent(this.subscription, id));
    const client = await this.nats.client();
    await client.publish(`usage.${this.client.organizationId}`, body, { timeout: PERSIST_MS });
    this.published.add(id);
  }

  /** Repeats the request until its answer is final; returns whether it succeeded. */
  private async send(method: string, path: string, body: object): Promise<boolean> {
    const { status } = await eventually(
      async () => {
        const answer = await this.client.request(method, path, body);
        return PASSING.has(answer.status) ? null : answer;
      },
      PERSIST_MS,
      RETRY_MS,
    );
    if (status >= 300) this.odd.push(status);
    return status < 300;
  }
}
