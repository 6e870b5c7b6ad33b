import { randomUUID } from 'node:crypto';
import { UsageMeter } from '../../src/modules/events';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/fault-scale';
import { aMeteredSubscription, inTransaction, usageOf, type Metered } from '../support/metered-subscription';
import { hasNats, NatsServers } from '../support/nats-servers';
import { startOwnPostgres, type OwnPostgres } from '../support/own-postgres';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';

const MESSAGES = scaled(3000, 60_000);
const IN_FLIGHT = 32;
const SUBSCRIPTIONS = 3;
/** One message in so many is poison, repeated, or a list. */
const [POISON, REPEATED, LIST] = [100, 7, 10];
const LIST_LENGTH = 5;

(hasNats() ? describe : describe.skip)('a stream of usage events on three NATS servers', () => {
  let nats: NatsServers;
  let database: OwnPostgres;
  let app: TestApp;
  let organizations: { organization: TestOrganization; metered: Metered[] }[];

  beforeAll(async () => {
    [nats, database] = await Promise.all([NatsServers.prepare(3), startOwnPostgres()]);
    await nats.start();
    // Prepares and verifies; workers read the stream.
    app = await startTestApp({ ROLE: 'api' }, database);
    organizations = await Promise.all(
      [1, 2].map(async () => {
        const organization = await app.anOrganization();
        const metered: Metered[] = [];
        for (let n = 0; n < SUBSCRIPTIONS; n++) metered.push(await aMeteredSubscription(app, organization));
        return { organization, metered };
      }),
    );
    await nats.addStream('USAGE', 'usage');
  }, 90_000);
  afterEach(assertNoneFell);
  afterAll(async () => {
    await killServices();
    await app.stop();
    await Promise.all([nats.stop(), database.drop()]);
  });

  const startWorker = (): Promise<ServiceProcess> =>
    ServiceProcess.start({
      role: 'worker',
      databaseUrl: database.url,
      env: { USAGE_STREAM: nats.url('USAGE') },
    });

  it(
    'is counted exactly once, although a server and a worker are killed and PostgreSQL restarts',
    async () => {
      const publisher = new Publisher(nats, organizations);
      const [victim] = await Promise.all([startWorker(), startWorker()]);
      const startedAt = performance.now();
      const published = publisher.run();
      const stored = (share: number) =>
        eventually(async () => ((await count(database)) >= publisher.total * share ? true : null), 120_000);

      await stored(0.2);
      await nats.kill(0);
      await stored(0.4);
      await Promise.all([victim.kill(), startWorker()]);
      await stored(0.6);
      await database.server.restart('immediate');
      await published;
      await eventually(
        async () => ((await nats.waiting('USAGE').catch(() => 1)) === 0 ? true : null),
        scaled(60_000, 600_000),
      );
      const seconds = (performance.now() - startedAt) / 1000;

      const rows = await database.query<{ transaction_id: string }>(
        'SELECT transaction_id FROM usage_events',
      );
      expect(rows.map((it) => it.transaction_id).sort()).toEqual([...publisher.events].sort());
      let counted = 0;
      for (const { organization, metered } of organizations) {
        for (const { periodId } of metered) {
          const usage = await usageOf(app, organization.id, periodId);
          counted += usage.charges[0]?.eventsCount ?? 0;
          await inTransaction(app, (tx) => app.app.get(UsageMeter).rebuild(tx, organization.id, periodId));
          expect(await usageOf(app, organization.id, periodId)).toEqual(usage);
        }
      }
      expect(counted).toBe(publisher.events.size);

      const rejected = await nats.rejected('USAGE');
      expect(rejected.map((it) => it.body).sort()).toEqual([...publisher.poison.keys()].sort());
      for (const { body, errors } of rejected) expect(errors[0]?.code).toBe(publisher.poison.get(body));
      const { messages, retries } = publisher;
      const figures = { messages, retries, events: rows.length, rejected: rejected.length, seconds };
      reportFigures('a stream under faults', figures);
    },
    scaled(150_000, 1_200_000),
  );
});

async function count(database: OwnPostgres): Promise<number> {
  const rows = await database
    .query<{ events: string }>('SELECT count(*) AS events FROM usage_events')
    .catch(() => []);
  return Number(rows[0]?.events ?? 0);
}

/** Publishes events until the servers have them: what is not confirmed is published again. */
class Publisher {
  /** The transaction ids that must be stored. */
  readonly events = new Set<string>();
  /** What must be rejected, with the code of the reason. */
  readonly poison = new Map<string, string>();
  /** The least number of events that will be stored. */
  readonly total = MESSAGES * (1 - 1 / POISON);
  messages = 0;
  retries = 0;
  private next = 0;

  constructor(
    private readonly nats: NatsServers,
    private readonly organizations: readonly { organization: TestOrganization; metered: Metered[] }[],
  ) {}

  async run(): Promise<void> {
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        while (this.next < MESSAGES) await this.publishOne(this.next++);
      }),
    );
  }

  private async publishOne(n: number): Promise<void> {
    const { organization, metered } = this.organizations[n % this.organizations.length] ?? {};
    const externalId = metered?.[n % SUBSCRIPTIONS]?.externalId ?? '';
    if (n % POISON === 0) return this.publishPoison(n, organization?.id ?? '', externalId);
    const events = Array.from({ length: n % LIST === 0 ? LIST_LENGTH : 1 }, () => this.anEvent(externalId));
    for (const { transaction_id: id } of events) this.events.add(id);
    const body = JSON.stringify(events.length === 1 ? events[0] : { events });
    await this.publish(organization?.id ?? '', body);
    if (n % REPEATED === 0) await this.publish(organization?.id ?? '', body);
  }

  private async publishPoison(n: number, organizationId: string, externalId: string): Promise<void> {
    const kind = (n / POISON) % 3;
    if (kind === 0) return this.publishRejected(organizationId, `{"n": ${n}, `, 'malformed_json');
    const event = this.anEvent(kind === 1 ? 'unknown' : externalId);
    const code = kind === 1 ? 'unknown_subscription' : 'not_found';
    return this.publishRejected(kind === 1 ? organizationId : randomUUID(), JSON.stringify(event), code);
  }

  /** Once: what is published twice is rejected twice. */
  private async publishRejected(organizationId: string, body: string, code: string): Promise<void> {
    this.poison.set(body, code);
    await this.publish(organizationId, body, randomUUID());
  }

  /** With an id, the servers drop a repetition. */
  private async publish(organizationId: string, body: string, id?: string): Promise<void> {
    const client = await this.nats.client();
    const options = id === undefined ? {} : { msgID: id };
    this.messages++;
    await eventually(
      () =>
        client
          .publish(`usage.${organizationId}`, body, { timeout: 2000, ...options })
          .catch(() => (this.retries++, null)),
      60_000,
    );
  }

  private anEvent(externalId: string) {
    return {
      transaction_id: randomUUID(),
      code: 'calls',
      external_subscription_id: externalId,
      properties: { value: '1.5' },
    };
  }
}
