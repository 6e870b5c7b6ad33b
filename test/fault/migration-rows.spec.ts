import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { schema } from '../../src/bootstrap/schema';
import { dataSourceOptions } from '../../src/platform/database/data-source-options';
import { migrate } from '../../src/platform/database/migrate';
import {
  aCustomer,
  anInvoice,
  aMetric,
  aPaymentByHand,
  aPlan,
  aSubscription,
  aUsageEvent,
  aCharge,
} from '../support/builders';
import { reportFigures, scaled } from '../support/fault-scale';
import { rowCopies, type RowCopies } from '../support/row-copies';
import { startTestApp } from '../support/test-app';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** The oldest migration that is run on the rows, with all later ones. */
const FIRST = 'ChargedUsage1764439000000';
/** In all tables together. */
const ROWS = scaled(200_000, 5_000_000);
/** What a client of a table in use may wait for a lock. */
const LONGEST_WAIT_MS = 200;
const SAMPLE_MS = 10;
const PAUSE_MS = 5;
const WRITER = 'writer';
/** Tables that grow with the traffic, and whether their rows change. */
const TABLES = {
  usage_events: false,
  outbox_events: false,
  webhook_deliveries: false,
  invoices: true,
  invoice_fees: true,
  payments: true,
};

let database: TestDatabase;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await fillByApi();
  await revert();
}, 90_000);
afterAll(() => database.drop());

it(
  `migrations on ${ROWS} rows keep no writing client waiting, nor break what it writes`,
  async () => {
    const writers = await Promise.all(Object.entries(TABLES).map((it) => Writer.on(...it)));
    await Promise.all(writers.map((it) => it.fill(Math.ceil(ROWS / writers.length))));
    await database.query('ANALYZE');
    const end = new AbortController();
    const writing = writers.map((it) => it.write(end.signal));
    const waits = await LockWaits.watch(end.signal);
    const startedAt = performance.now();
    const applied = await migrate(database.ownerUrl, schema, database.url);
    const migratedMs = performance.now() - startedAt;
    end.abort();
    await Promise.all([...writing, waits.ended]);
    const written = writers.reduce((sum, it) => sum + it.written, 0);
    const { longest, longestStallMs } = waits;
    reportFigures('migrations on rows', {
      applied: applied.length,
      migratedMs,
      written,
      longest,
      longestStallMs,
    });
    expect(applied).toContain(FIRST);
    expect(writers.flatMap((it) => [...it.failures])).toEqual([]);
    expect(written).toBeGreaterThan(writers.length * 10);
    // A machine that holds this process back holds back the migration, with its locks, as well.
    expect(longest.ms).toBeLessThan(LONGEST_WAIT_MS + longestStallMs);
  },
  scaled(120_000, 1_800_000),
);

/** One row of each table, made as requests make them. */
async function fillByApi(): Promise<void> {
  const app = await startTestApp({ ROLE: 'api' }, database);
  const organization = await app.anOrganization();
  organizationId = organization.id;
  await organization.post('/v1/webhook_endpoints', { url: 'http://127.0.0.1:4000/' }).expect(201);
  const metric = await aMetric(organization);
  const plan = await aPlan(organization, { charges: [aCharge(metric)] });
  const subscription = await aSubscription(organization, { plan_id: plan.id });
  await aUsageEvent(organization, subscription, { code: metric.code });
  const customer = await aCustomer(organization);
  const invoice = await anInvoice(organization, { customer_id: customer.id });
  await aPaymentByHand(organization, { invoice_id: invoice.id }, 1);
  await app.stop();
}

/** Reverts the migrations, so that the tables are what they were before the first of them. */
async function revert(): Promise<void> {
  const settings = { url: database.ownerUrl, poolSize: 1, timeoutMs: 0, applicationName: 'revert' };
  const dataSource = await new DataSource(dataSourceOptions(settings, schema)).initialize();
  try {
    const isApplied = async (): Promise<boolean> =>
      (await database.query('SELECT 1 FROM migrations WHERE name = $1', [FIRST])).length > 0;
    while (await isApplied()) await dataSource.undoLastMigration();
  } finally {
    await dataSource.destroy();
  }
}

/** A client of the build before, which knows only the columns of its time. */
class Writer {
  readonly failures = new Set<string>();
  written = 0;
  private next = 1;

  private constructor(
    private readonly client: Client,
    private readonly copies: RowCopies,
    private readonly source: string,
    private readonly changes: boolean,
  ) {}

  static async on(table: string, changes: boolean): Promise<Writer> {
    const client = await connect(WRITER);
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE organization_id = $1 LIMIT 1`,
      [organizationId],
    );
    const [source] = rows;
    if (source === undefined) throw new Error(`There is no row of ${table}`);
    return new Writer(client, await rowCopies(client, table), source.id, changes);
  }

  async fill(count: number): Promise<void> {
    await this.client.query('SET session_replication_role = replica'); // checks of rows that are known to be right
    await this.insert(count);
    await this.client.query('RESET session_replication_role');
  }

  /** Inserts rows, and updates one where rows change, until the signal. */
  async write(signal: AbortSignal): Promise<void> {
    const update = `UPDATE ${this.copies.table} SET organization_id = organization_id WHERE organization_id = $1 AND id = $2`;
    while (!signal.aborted) {
      try {
        await this.insert(1);
        if (this.changes) await this.client.query(update, [organizationId, this.source]);
        this.written++;
      } catch (error) {
        this.failures.add(`${this.copies.table}: ${(error as Error).message}`);
      }
      await sleep(PAUSE_MS);
    }
    await this.client.end();
  }

  private async insert(count: number): Promise<void> {
    await this.client.query(this.copies.insert, [
      organizationId,
      this.source,
      this.next,
      this.next + count - 1,
    ]);
    this.next += count;
  }
}

/** Watches how long writers wait for locks of tables and rows. */
class LockWaits {
  longest = { ms: 0, table: '' };
  /** How much later than due a sample was taken. */
  longestStallMs = 0;
  ended: Promise<void> = Promise.resolve();

  private constructor(private readonly client: Client) {}

  static async watch(signal: AbortSignal): Promise<LockWaits> {
    const waits = new LockWaits(await connect('lock-waits'));
    waits.ended = waits.sample(signal);
    return waits;
  }

  private async sample(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const startedAt = performance.now();
      const { rows } = await this.client.query<{ ms: number; table: string | null }>(
        `SELECT extract(epoch FROM clock_timestamp() - waitstart)::float8 * 1000 AS ms, relation::regclass::text AS table
           FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE NOT granted AND waitstart IS NOT NULL AND application_name = '${WRITER}'`,
      );
      for (const { ms, table } of rows)
        if (ms > this.longest.ms) this.longest = { ms, table: table ?? 'a row' };
      await sleep(SAMPLE_MS);
      this.longestStallMs = Math.max(this.longestStallMs, performance.now() - startedAt - SAMPLE_MS);
    }
    await this.client.end();
  }
}

async function connect(applicationName: string): Promise<Client> {
  const client = new Client({ connectionString: database.ownerUrl, application_name: applicationName });
  await client.connect();
  return client;
}
