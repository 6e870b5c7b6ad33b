import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageMeter } from '../../src/modules/usage';
import { ApiClient } from '../support/api-client';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/long-form';
import { aMeteredSubscription, inTransaction, type Metered } from '../support/metered-subscription';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { organizationWithKey, startTestApp, type TestApp } from '../support/test-app';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const SUBSCRIPTIONS = 4;
const PERCENTAGE = { rate: '10', free_units_per_events: '50', per_transaction_max_amount: '2' };
const CHARGES = [
  { metric: { code: 'gb', aggregation_type: 'sum' } },
  { metric: { code: 'users', aggregation_type: 'unique_count', recurring: true } },
  { metric: { code: 'gb', aggregation_type: 'sum' }, charge_model: 'percentage', properties: PERCENTAGE },
];

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  // The test uses this application for setup and checks, and sends the load to processes that it kills. No
  // worker is needed.
  app = await startTestApp({ ROLE: 'api', EVENTS_RATE_LIMIT: '0' }, database);
});
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await app.stop();
  await database.drop();
});

const startApi = (): Promise<ServiceProcess> =>
  ServiceProcess.start({ role: 'api', databaseUrl: database.url, env: { EVENTS_RATE_LIMIT: '0' } });

/** Clients that send events one by one or in batches of 20, and record the acknowledged events. */
class Senders {
  readonly acknowledged = new Map<string, string>();
  readonly tried = new Set<string>();
  readonly statuses = new Set<number>();
  private stopped = false;

  constructor(
    private readonly client: ApiClient,
    private readonly metered: readonly Metered[],
  ) {}

  async run(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, n) => this.send(n % 4 === 0 ? 20 : 1)));
  }

  stop(): void {
    this.stopped = true;
  }

  private async send(size: number): Promise<void> {
    while (!this.stopped) {
      const events = Array.from({ length: size }, () => this.anEvent());
      for (const { transaction_id: id } of events) this.tried.add(id);
      const [path, body] = size === 1 ? ['/v1/events', events[0]] : ['/v1/events/batch', { events }];
      const answer = await this.client.request('POST', path, body);
      this.statuses.add(answer.status);
      if (answer.status === 201) this.acknowledge(answer.body);
      else await sleep(20);
    }
  }

  private acknowledge(body: unknown): void {
    const { results } = body as { results?: { transaction_id: string; id: string }[] };
    for (const it of results ?? [body as { transaction_id: string; id: string }]) {
      this.acknowledged.set(it.transaction_id, it.id);
    }
  }

  private anEvent(): { transaction_id: string } & Record<string, unknown> {
    const n = this.tried.size;
    const isSet = n % 3 === 0;
    return {
      transaction_id: randomUUID(),
      code: isSet ? 'users' : 'gb',
      external_subscription_id: this.metered[n % SUBSCRIPTIONS]?.externalId,
      properties: isSet
        ? { value: `user-${n % 17}`, operation_type: n % 5 === 0 ? 'remove' : 'add' }
        : { value: `${n % 90}.25` },
    };
  }
}

it(
  'events acknowledged by an API process that is killed under load are stored once and counted once',
  async () => {
    const kills = scaled(3, 30);
    const organization = await app.anOrganization();
    const metered: Metered[] = [];
    for (let n = 0; n < SUBSCRIPTIONS; n++) {
      metered.push(await aMeteredSubscription(app, organization, { charges: CHARGES }));
    }
    let api = await startApi();
    const client = new ApiClient(api.url, organization.id, organization.rawKey);
    const senders = new Senders(client, metered);
    const load = senders.run(12);
    try {
      for (let kill = 0; kill < kills; kill++) {
        const before = senders.acknowledged.size;
        await eventually(() => (senders.acknowledged.size >= before + 150 ? true : null), 30_000);
        await api.kill();
        api = await startApi();
        client.baseUrl = api.url;
      }
    } finally {
      senders.stop();
    }
    await load;

    const rows = await database.query<{ transaction_id: string; id: string }>(
      'SELECT transaction_id, id FROM usage_events WHERE organization_id = $1',
      [organization.id],
    );
    const stored = new Map(rows.map((it) => [it.transaction_id, it.id]));
    for (const [transactionId, id] of senders.acknowledged) expect(stored.get(transactionId)).toBe(id);
    expect([...stored.keys()].filter((it) => !senders.tried.has(it))).toEqual([]);
    expect([...senders.statuses].filter((it) => ![0, 201, 503].includes(it))).toEqual([]);

    let counted = 0;
    for (const { periodId } of metered) {
      const usage = await usageOf(organization.id, periodId);
      counted += usage[0]?.eventsCount ?? 0;
      counted += usage[1]?.eventsCount ?? 0;
      await inTransaction(app, (tx) => app.app.get(UsageMeter).rebuild(tx, organization.id, periodId));
      expect(await usageOf(organization.id, periodId)).toEqual(usage);
    }
    expect(counted).toBe(stored.size);
    reportFigures('SIGKILL during ingestion', {
      ...{ kills, acknowledged: senders.acknowledged.size, stored: stored.size },
    });

    // A client that repeats an event after a lost response gets 409.
    const again = organizationWithKey(app.request, organization.id, { id: '', raw_key: organization.rawKey });
    const [known] = senders.acknowledged.keys();
    const body = await again.post('/v1/events', {
      transaction_id: known,
      code: 'gb',
      external_subscription_id: 'x',
    });
    expect(body.status).toBe(409);
  },
  scaled(120_000, 600_000),
);

async function usageOf(organizationId: string, periodId: string) {
  const usage = await inTransaction(app, (tx) =>
    app.app.get(UsageMeter).usageOf(tx, organizationId, periodId),
  );
  return usage.charges.map(({ units, eventsCount, amount }) => ({ units, eventsCount, amount }));
}
