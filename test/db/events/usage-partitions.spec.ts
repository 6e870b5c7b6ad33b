import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { UsageEventKeys1767000000000 } from '../../../src/migrations/1767000000000-usage-event-keys';
import { UsageEventKeysBackfill1767000010000 } from '../../../src/migrations/1767000010000-usage-event-keys-backfill';
import { UsageEventIndexes1767000020000 } from '../../../src/migrations/1767000020000-usage-event-indexes';
import { UsageEventSequence1767000030000 } from '../../../src/migrations/1767000030000-usage-event-sequence';
import { UsageEventPartitions1767000040000 } from '../../../src/migrations/1767000040000-usage-event-partitions';
import { EventKeyRetention } from '../../../src/modules/events/keys/event-key-retention';
import { EventsService } from '../../../src/modules/events/queries/events.service';
import type { Transactions } from '../../../src/platform/database/transactions';
import { firstIdAt } from '../../../src/platform/domain/id';
import { aMeteredSubscription, type Metered } from '../../support/metered-subscription';
import { insertUsageRow } from '../../support/usage-rows';
import { useOrganization, useProvider, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type UsageEventBody } from '../../support/wire';

const DAY_MS = 24 * 60 * 60 * 1000;
const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
const daysAgo = (days: number, hours = 0): Date =>
  new Date(today.getTime() - days * DAY_MS + (hours * DAY_MS) / 24);
const MIGRATIONS: readonly MigrationInterface[] = [
  new UsageEventKeys1767000000000(),
  new UsageEventKeysBackfill1767000010000(),
  new UsageEventIndexes1767000020000(),
  new UsageEventSequence1767000030000(),
  new UsageEventPartitions1767000040000(),
];

describe('usage events in partitions', () => {
  const app = useTestApp({ ROLE: 'api', EVENTS_RATE_LIMIT: '0' });
  const organization = useOrganization(app);
  const DAYS = 25;
  const PER_DAY = 4;
  /** Newest first. */
  let ids: string[];
  let metered: Metered;

  beforeAll(async () => {
    for (let day = DAYS; day > 0; day--) {
      await app.database.query('SELECT make_partition($1, $2, $3)', [
        ...['usage_events', daysAgo(day), daysAgo(day - 1)],
      ]);
    }
  });
  beforeEach(async () => {
    metered = await aMeteredSubscription(app, organization);
    ids = [];
    for (let day = DAYS; day > 0; day--) {
      for (let nth = 0; nth < PER_DAY; nth++) {
        ids.unshift(await insertUsageRow(app, organization, metered, { createdAt: daysAgo(day, nth) }));
      }
    }
  });

  const idsOf = (response: supertest.Response): string[] =>
    (response.body as { id: string }[]).map((it) => it.id);

  async function follow(first: string): Promise<string[]> {
    const found: string[] = [];
    for (let path: string | undefined = first; path !== undefined;) {
      const response: supertest.Response = await organization.get(path).expect(200);
      found.push(...idsOf(response));
      const next: string | undefined = /<([^>]+)>; rel="next"/.exec(String(response.headers.link))?.[1];
      path = next === undefined ? undefined : next.replace(/^https?:\/\/[^/]+/, '');
    }
    return found;
  }

  it('are listed once, in order, in both directions, from any place', async () => {
    expect(await follow('/v1/events?limit=7')).toEqual(ids);
    expect(await follow('/v1/events?limit=30&order_by=created_at:asc')).toEqual([...ids].reverse());
    expect(await follow(`/v1/events?limit=40&code=calls`)).toEqual(ids);
    expect(await follow(`/v1/events?limit=40&external_subscription_id=${metered.externalId}`)).toEqual(ids);
    const skipped = await organization.get('/v1/events?skip=71&limit=20').expect(200);
    expect(idsOf(skipped)).toEqual(ids.slice(71, 91));
    expect(skipped.headers['x-total-count']).toBe(String(ids.length));
    const times = `from=${daysAgo(20).toISOString()}&to=${daysAgo(3).toISOString()}`;
    const within = await organization.get(`/v1/events?${times}&limit=100`).expect(200);
    expect(idsOf(within)).toEqual(ids.slice(3 * PER_DAY, 20 * PER_DAY));
    expect(within.headers['x-total-count']).toBe(String(17 * PER_DAY));
    expect(await follow('/v1/events?code=nothing')).toEqual([]);
  });

  it('are read with at most 100 locks at a time, each from its partition or an index', async () => {
    const { locks, statements } = await observed(async () => {
      await organization.get('/v1/events?limit=100').expect(200);
      await organization.get('/v1/events?limit=100&code=calls').expect(200);
      await organization.get(`/v1/events?external_subscription_id=${metered.externalId}`).expect(200);
      await organization.get(`/v1/events?from=${daysAgo(20).toISOString()}`).expect(200);
      await organization.get('/v1/events?charged=false').expect(200);
    });
    expect(locks.length).toBeGreaterThan(20);
    expect(Math.max(...locks)).toBeLessThanOrEqual(100);
    const plans = await Promise.all(
      statements
        .filter((it) => it.text.includes('FROM usage_events'))
        .map((it) => planOf(it.text, it.values)),
    );
    expect(plans.length).toBeGreaterThan(20);
    for (const plan of plans) {
      expect(plan).not.toContain('Seq Scan');
      expect(new Set(plan.match(/usage_events_(p\d+|default)\b/g)).size).toBeLessThanOrEqual(12);
    }
    const [id] = ids;
    const byId = await planOf('SELECT * FROM usage_events WHERE organization_id = $1 AND id = $2', [
      organization.id,
      id,
    ]);
    expect(byId.match(/Index Scan/g)).toHaveLength(1);
    for (const condition of [
      `subscription_id = $2 AND period_id IS NULL`, // assigned to a new period
      `subscription_id = $2 AND timestamp >= now() - interval '1 day'`, // counted again
    ]) {
      const plan = await planOf(`SELECT FROM usage_events WHERE organization_id = $1 AND ${condition}`, [
        organization.id,
        metered.id,
      ]);
      expect(plan).not.toContain('Seq Scan');
    }
  });

  it('answer a repeat from whichever partition the event is in', async () => {
    const transactionId = randomUUID();
    const createdAt = daysAgo(9, 5);
    const id = await insertUsageRow(app, organization, metered, { createdAt, transactionId });
    const sent = {
      transaction_id: transactionId,
      code: 'calls',
      external_subscription_id: metered.externalId,
      timestamp: createdAt.toISOString(),
      properties: { value: '1' },
    };
    expect(await bodyOf<UsageEventBody>(organization.post('/v1/events', sent))).toMatchObject({ id });
    await problemOf(organization.post('/v1/events', { ...sent, properties: {} }), 409, 'conflict');
    const fresh = await bodyOf<UsageEventBody>(
      organization.post('/v1/events', { ...sent, transaction_id: randomUUID() }),
      201,
    );
    const [{ partition }] = (await app.database.query(
      'SELECT tableoid::regclass::text AS partition FROM usage_events WHERE organization_id = $1 AND id = $2',
      [organization.id, fresh.id],
    )) as [{ partition: string }];
    expect(partition).toBe(`usage_events_p${today.toISOString().slice(0, 10).replaceAll('-', '')}`);
  });

  interface Statement {
    text: string;
    values: unknown[];
  }

  /** Runs lists of events; returns the locks at the end of each transaction, and the statements. */
  async function observed(work: () => Promise<void>): Promise<{ locks: number[]; statements: Statement[] }> {
    const [locks, statements]: [number[], Statement[]] = [[], []];
    const transactions = Reflect.get(app.app.get(EventsService), 'transactions') as Transactions;
    const reportFor = transactions.reportFor.bind(transactions);
    const spied = jest.spyOn(transactions, 'reportFor').mockImplementation((caller, read) =>
      reportFor(caller, async (tx) => {
        const query = tx.query.bind(tx);
        const own = Object.create(tx) as typeof tx;
        own.query = (text: string, values: unknown[] = []) => {
          statements.push({ text, values });
          return query(text, values);
        };
        const result = await read(own);
        const [row] = await query<[{ locks: number }]>(
          'SELECT count(*)::int AS locks FROM pg_locks WHERE pid = pg_backend_pid()',
        );
        locks.push(row.locks);
        return result;
      }),
    );
    await work();
    spied.mockRestore();
    return { locks, statements };
  }

  async function planOf(text: string, values: unknown[]): Promise<string> {
    await app.database.query('SET enable_seqscan = off'); // a table of a few rows is read as a whole
    const rows = await app.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    return rows.map((it) => it['QUERY PLAN']).join('\n');
  }
});

describe('usage events from before the partitions', () => {
  const app = useTestApp({ ROLE: 'api', EVENTS_RATE_LIMIT: '0', USAGE_DEDUP_DAYS: '1' });
  const organization = useOrganization(app);
  const retention = useProvider(app, EventKeyRetention);

  async function asOwner(work: (runner: QueryRunner) => Promise<void>): Promise<void> {
    const dataSource = await new DataSource({ type: 'postgres', url: app.database.ownerUrl }).initialize();
    try {
      await work(dataSource.createQueryRunner());
    } finally {
      await dataSource.destroy();
    }
  }

  /** In a transaction, unless the migration has its own. */
  async function applied(
    runner: QueryRunner,
    migration: MigrationInterface,
    direction: 'up' | 'down',
  ): Promise<void> {
    const isTransaction = migration.transaction !== false;
    if (isTransaction) await runner.startTransaction();
    await migration[direction](runner);
    if (isTransaction) await runner.commitTransaction();
  }

  it('stay in a partition of their own, are counted on from their sequence, and repeat as before', async () => {
    const metered = await aMeteredSubscription(app, organization);
    const anEvent = (transactionId: string) => ({
      transaction_id: transactionId,
      code: 'calls',
      external_subscription_id: metered.externalId,
      properties: { value: '1' },
    });
    const sequenceOf = async (id: string): Promise<number> => {
      const [row] = await app.database.query<{ sequence: string }>(
        'SELECT sequence FROM usage_events WHERE organization_id = $1 AND id = $2',
        [organization.id, id],
      );
      return Number(row?.sequence);
    };
    await asOwner(async (runner) => {
      for (const migration of [...MIGRATIONS].reverse()) await applied(runner, migration, 'down');
    });
    const old = randomUUID();
    const id = await insertUsageRow(app, organization, metered, {
      createdAt: daysAgo(3),
      transactionId: old,
    });
    const before = await sequenceOf(id);
    await asOwner(async (runner) => {
      for (const migration of MIGRATIONS) await applied(runner, migration, 'up');
      await MIGRATIONS.at(-1)?.up(runner); // after an interruption
    });
    expect(await bodyOf<UsageEventBody>(organization.post('/v1/events', anEvent(old)))).toMatchObject({ id });
    const fresh = await bodyOf<UsageEventBody>(organization.post('/v1/events', anEvent(randomUUID())), 201);
    expect(await sequenceOf(fresh.id)).toBeGreaterThan(before);
    const response = await organization.get('/v1/events').expect(200);
    expect((response.body as { id: string }[]).map((it) => it.id)).toEqual([fresh.id, id]);
    const rows = await app.database.query<{ name: string }>(
      `SELECT DISTINCT tableoid::regclass::text AS name FROM usage_events WHERE organization_id = $1`,
      [organization.id],
    );
    expect(rows).toEqual([{ name: 'usage_events_p0' }]);
    // The previous release finds repeats by the index, so no key goes while new events come here.
    expect(
      await app.database.query(`SELECT to_regclass('usage_events_p0_transaction') IS NOT NULL AS kept`),
    ).toEqual([{ kept: true }]);
    await app.database.query('UPDATE usage_event_keys SET event_id = $1', [firstIdAt(daysAgo(90))]);
    await retention.run();
    expect(await app.database.query('SELECT FROM usage_event_keys')).toHaveLength(2);
  });
});
