import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { schema } from '../../src/bootstrap/schema';
import { migrate } from '../../src/platform/database/migrate';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/fault-scale';
import { ServiceProcess } from '../support/service-process';
import { useFaultStage } from '../support/use-fault-stage';

const CLIENTS = 6;
const REQUESTS = scaled(300, 5000);
const P99_MS = 1000;
/** Of a request that waits behind a migration that waits for a lock: less than one attempt of a patient one. */
const SLOWEST_MS = 1500;

const { database } = useFaultStage();
let client: ApiClient;

beforeAll(async () => {
  await migrate(database.ownerUrl, schema, database.url); // creates the roles of the cloned database
  const api = await ServiceProcess.start({ role: 'api', databaseUrl: database.url });
  client = await ApiClient.signUp(api.url);
}, 90_000);

/** What a release brings: a column with a default on a table that is in use, a table, and an index. */
class AddNotes4102444800000 implements MigrationInterface {
  name = 'AddNotes4102444800000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE customers ADD COLUMN note text NOT NULL DEFAULT ''`);
    await runner.query(
      'CREATE TABLE notes (organization_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (organization_id, id))',
    );
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes; ALTER TABLE customers DROP COLUMN note');
  }
}
class IndexNotes4102444800001 implements MigrationInterface {
  name = 'IndexNotes4102444800001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX customers_note ON customers (organization_id, note)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX customers_note');
  }
}
class DropNotes4102444800002 implements MigrationInterface {
  name = 'DropNotes4102444800002';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers DROP COLUMN note');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE customers ADD COLUMN note text NOT NULL DEFAULT ''`);
  }
}

const withMore = (...more: (new () => MigrationInterface)[]) => ({
  ...schema,
  migrations: [...schema.migrations, ...more],
});

it(
  'a migration under load fails no request and delays few',
  async () => {
    const load = new Load();
    const running = load.run();
    await load.until(REQUESTS / 3);
    const applied = await migrate(
      database.ownerUrl,
      withMore(AddNotes4102444800000, IndexNotes4102444800001),
    );
    await load.until((2 * REQUESTS) / 3);
    await migrate(
      database.ownerUrl,
      withMore(AddNotes4102444800000, IndexNotes4102444800001, DropNotes4102444800002),
    );
    await load.until(REQUESTS);
    load.stop();
    await running;
    expect(applied).toEqual(['AddNotes4102444800000', 'IndexNotes4102444800001']);
    expect(load.failures()).toEqual([]);
    const [p99Ms, slowestMs] = [load.quantileMs(0.99), load.quantileMs(1)];
    reportFigures('migration under load', { requests: load.answers.length, p99Ms, slowestMs });
    expect(p99Ms).toBeLessThan(P99_MS);
  },
  scaled(60_000, 300_000),
);

it('a migration that gets no lock gives up, changes nothing and fails no request', async () => {
  class BlockedNotes4102444800003 extends AddNotes4102444800000 {
    override name = 'BlockedNotes4102444800003';
  }
  const reader = new Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN; SELECT count(*) FROM customers'); // such as a backup
  const load = new Load();
  const running = load.run();
  await load.until(20);
  const migrated = migrate(
    database.ownerUrl,
    withMore(
      AddNotes4102444800000,
      IndexNotes4102444800001,
      DropNotes4102444800002,
      BlockedNotes4102444800003,
    ),
  );
  await expect(migrated).rejects.toThrow('lock timeout');
  await load.until(load.answers.length + 20);
  load.stop();
  await running;
  await reader.end();
  expect(load.failures()).toEqual([]);
  expect(load.quantileMs(1)).toBeLessThan(SLOWEST_MS);
  const columns = await database.query(
    `SELECT FROM information_schema.columns WHERE table_name = 'customers' AND column_name = 'note'`,
  );
  expect(columns).toEqual([]);
}, 60_000);

/** Reads and writes customers. */
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
    await eventually(() => (this.answers.length >= count ? true : null), scaled(30_000, 200_000));
  }

  failures(): number[] {
    return this.answers.map((it) => it.status).filter((it) => it !== 200 && it !== 201);
  }

  quantileMs(quantile: number): number {
    const sorted = this.answers.map((it) => it.ms).sort((a, b) => a - b);
    return sorted[Math.ceil(sorted.length * quantile) - 1] ?? 0;
  }

  private async send(): Promise<void> {
    while (!this.stopped) {
      this.answers.push(await client.request('POST', '/v1/customers', { external_id: randomUUID() }));
      this.answers.push(await client.request('GET', '/v1/customers?limit=10'));
      await sleep(10);
    }
  }
}
