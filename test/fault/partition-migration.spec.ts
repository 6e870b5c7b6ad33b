import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { schema } from '../../src/bootstrap/schema';
import { AuditLogPartitions1764800010000 } from '../../src/migrations/1764800010000-audit-log-partitions';
import { AttemptPartitions1766001000000 } from '../../src/migrations/1766001000000-attempt-partitions';
import { DeliveryPartitions1766002000000 } from '../../src/migrations/1766002000000-delivery-partitions';
import { EventPartitions1766003010000 } from '../../src/migrations/1766003010000-event-partitions';
import { migrate } from '../../src/platform/database/migrate';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/fault-scale';
import { ServiceProcess } from '../support/service-process';
import { useFaultStage } from '../support/use-fault-stage';

const OLD_ROWS = scaled(200_000, 2_000_000);
const CLIENTS = 4;
/** Of one transaction. 30 to 50 ms are usual; a busy machine of a test run is slower. */
const LONGEST_LOCK_MS = scaled(500, 200);
/** How long the service may wait for the locks of the migration: 200 ms for one, and what it holds. */
const SLOWEST_MS = 1000;

/** A conversion, and rows of a year of the organization $1 with ids of their time, as the service has made them. */
interface Conversion {
  readonly table: string;
  readonly migration: new () => MigrationInterface;
  /** Inserts them from `old`, which has `id` and `at`. */
  readonly fill: string;
  /** Which rows are old, and which are of the load. */
  readonly kind: string;
}

const CONVERSIONS: readonly Conversion[] = [
  {
    table: 'audit_log',
    migration: AuditLogPartitions1764800010000,
    fill: `INSERT INTO audit_log (organization_id, id, created_at, actor_type, operation, object_type)
           SELECT $1, id, at, 'system', 'old', 'customer' FROM old`,
    kind: `CASE operation WHEN 'old' THEN 'old' WHEN 'createCustomer' THEN 'new' END`,
  },
  {
    table: 'webhook_attempts',
    migration: AttemptPartitions1766001000000,
    fill: `INSERT INTO webhook_attempts (organization_id, delivery_id, attempt_number, id, success, error_message, attempted_at,
                                         recorded_at, retries)
           SELECT $1, id, 1, id, false, 'old', at, at, 0 FROM old`,
    kind: `CASE WHEN error_message = 'old' THEN 'old' WHEN success THEN 'new' END`,
  },
  {
    table: 'webhook_deliveries',
    migration: DeliveryPartitions1766002000000,
    fill: `INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, webhook_type, object_type, object_id,
                                           max_retries, created_at, sample_payload)
           SELECT $1, id, endpoint, 'old', 'customer', id, 0, at, '{}' FROM old,
                  (SELECT id AS endpoint FROM webhook_endpoints LIMIT 1) AS endpoint`,
    kind: `CASE webhook_type WHEN 'old' THEN 'old' WHEN 'customer.created' THEN 'new' END`,
  },
  {
    table: 'outbox_events',
    migration: EventPartitions1766003010000,
    fill: `INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at)
           SELECT $1, id, 'old', 'customer', id, 1, '{}', at FROM old`,
    kind: `CASE kind WHEN 'old' THEN 'old' WHEN 'customer.created' THEN 'new' END`,
  },
];

const OLD = `
  WITH old AS (
    SELECT overlay(first_id_at(at)::text PLACING lpad(to_hex(nth), 12, '0') FROM 25)::uuid AS id, at
      FROM (SELECT nth, now() - interval '1 year' + nth * interval '1 year' / $2::int AS at
              FROM generate_series(1, $2::int) AS nth) AS entry)`;

const { database } = useFaultStage();
let client: ApiClient;

beforeAll(async () => {
  await migrate(database.ownerUrl, schema, database.url); // creates the roles of the cloned database
  await asOwner(async (runner) => {
    for (const { migration } of [...CONVERSIONS].reverse()) await new migration().down(runner);
  });
  const service = await ServiceProcess.start({ role: 'all', databaseUrl: database.url });
  client = await ApiClient.signUp(service.url);
  const endpoint = { url: 'inbox', event_types: ['customer.*'] }; // each request has a delivery and its attempt
  await client.request('POST', '/v1/webhook_endpoints', endpoint);
  for (const { fill } of CONVERSIONS) {
    await database.query(`${OLD} ${fill}`, [client.organizationId, OLD_ROWS]);
  }
}, 180_000);

it.each(CONVERSIONS)(
  '$table of an installation in use is partitioned without a failed or slow request, however often it is interrupted',
  async ({ table, migration, kind }) => {
    const countOf = async (what: string): Promise<{ partition: string; rows: number }[]> =>
      database.query(
        `SELECT tableoid::regclass::text AS partition, count(*)::int AS rows FROM ${table} WHERE ${kind} = $1 GROUP BY 1`,
        [what],
      );
    const before = (await countOf('new'))[0]?.rows ?? 0;
    const load = new Load();
    const running = load.run();
    await load.until(50);
    const runs: WatchedRunner[] = [];
    while (runs.at(-1)?.isComplete !== true) {
      await asOwner(async (runner) => {
        const run = new WatchedRunner(runner, 2 * runs.length + 1);
        await new migration().up(run.runner).catch((error: unknown) => {
          run.isComplete = false;
          expect(String(error)).toContain('interrupted');
        });
        runs.push(run);
      });
    }
    const longestMs = Math.max(...runs.map((it) => it.longestLockMs));
    await load.until(load.answers.length + 100);
    load.stop();
    await running;
    const slowestMs = Math.max(...load.answers.map((it) => it.ms));
    reportFigures(`partitioning ${table}`, {
      requests: load.answers.length,
      runs: runs.length,
      longestMs,
      slowestMs,
    });

    expect(load.answers.filter((it) => it.status !== 201)).toEqual([]);
    expect(longestMs).toBeLessThan(LONGEST_LOCK_MS);
    expect(slowestMs).toBeLessThan(SLOWEST_MS);
    expect(await countOf('old')).toEqual([{ partition: `${table}_p0`, rows: OLD_ROWS }]);
    const written = before + load.answers.length;
    const counts = await eventually(async () => {
      const found = await countOf('new');
      return (found[0]?.rows ?? 0) >= written ? found : null;
    }, 30_000);
    expect(counts).toEqual([{ partition: `${table}_p0`, rows: written }]);
    for (const list of [
      '/v1/audit_log?operation=createCustomer',
      '/v1/webhook_endpoints/hooks/list?status=succeeded',
    ]) {
      const { body } = await client.request('GET', `${list}&limit=1000`);
      expect((body as unknown[]).length).toBeGreaterThanOrEqual(Math.min(1000, written));
    }
    const left = await database.query('SELECT FROM pg_constraint WHERE conname = $1', [`${table}_bound`]);
    expect(left).toEqual([]);
  },
  scaled(120_000, 600_000),
);

/** Runs statements up to a number, and measures how long a transaction holds the lock that nothing passes. */
class WatchedRunner {
  isComplete = true;
  longestLockMs = 0;
  readonly runner: QueryRunner;
  private statements = 0;
  private lockedAt: number | null = null;

  constructor(runner: QueryRunner, last: number) {
    const query = async (text: string, values?: unknown[]): Promise<unknown> => {
      this.statements++;
      if (this.statements > last) throw new Error('interrupted');
      const result = (await runner.query(text, values)) as unknown;
      if (/^LOCK TABLE|ADD CONSTRAINT|DROP CONSTRAINT/.test(text)) this.lockedAt ??= performance.now();
      return result;
    };
    const ended = (end: () => Promise<void>) => async (): Promise<void> => {
      await end();
      if (this.lockedAt === null) return;
      this.longestLockMs = Math.max(this.longestLockMs, performance.now() - this.lockedAt);
      this.lockedAt = null;
    };
    const own: Partial<QueryRunner> = {
      query: query as QueryRunner['query'],
      commitTransaction: ended(() => runner.commitTransaction()),
      rollbackTransaction: ended(() => runner.rollbackTransaction()),
    };
    this.runner = new Proxy(runner, {
      get: (target, name) => {
        const value: unknown = Reflect.get(name in own ? own : target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }
}

/** Creates customers, each with an entry in the audit log. */
class Load {
  readonly answers: ApiAnswer[] = [];
  private stopped = false;

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, () => this.send()));
  }

  stop(): void {
    this.stopped = true;
  }

  async until(count: number): Promise<void> {
    await eventually(() => (this.answers.length >= count ? true : null), 60_000);
  }

  private async send(): Promise<void> {
    while (!this.stopped) {
      this.answers.push(await client.request('POST', '/v1/customers', { external_id: randomUUID() }));
      await sleep(10);
    }
  }
}

async function asOwner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const dataSource = await new DataSource({ type: 'postgres', url: database.ownerUrl }).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}
