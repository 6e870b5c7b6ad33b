import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options';
import { schema } from '../../src/bootstrap/schema';
import { sealedTables } from '../../src/platform/secrets/sealed-column';
import { expectNoFindings } from '../support/findings';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Tables without organization_id, and why. */
const WITHOUT_ORGANIZATION: Record<string, string> = {
  organizations: 'the id is the organization',
  migrations: 'the history of the schema itself',
  test_clock: 'one row for the whole installation, in test environments only',
  cell: 'what the cell says about itself, one row',
  partitioned_tables: 'how tables are partitioned, for the whole installation',
};

describe('the database schema', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const exempt = Object.keys(WITHOUT_ORGANIZATION);

  it('has a not-null organization_id in every table', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class AS t
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)
          AND NOT EXISTS (SELECT 1 FROM pg_attribute
                           WHERE attrelid = t.oid AND attname = 'organization_id' AND attnotnull)`,
      [exempt],
    );
    expectNoFindings(
      rows.map((it) => it.name),
      'These tables lack "organization_id uuid NOT NULL": add it in their migration, or add the table to' +
        ' WITHOUT_ORGANIZATION in this file with a reason.',
    );
  });

  it('begins every primary key and unique index with organization_id', async () => {
    const rows = await database.query<{ index: string }>(
      `SELECT i.indexrelid::regclass::text AS index FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
         LEFT JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
        WHERE t.relnamespace = 'public'::regnamespace AND i.indisunique AND t.relname <> ALL ($1)
          AND a.attname IS DISTINCT FROM 'organization_id'`,
      [exempt],
    );
    expectNoFindings(
      rows.map((it) => it.index),
      'These unique indexes and primary keys must begin with organization_id: change them in their migration.',
    );
  });

  it('has a primary key in every table', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class AS t
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT 1 FROM pg_index WHERE indrelid = t.oid AND indisprimary)`,
    );
    expectNoFindings(
      rows.map((it) => it.name),
      'These tables lack a primary key: add one in their migration.',
    );
  });

  it('has no foreign key that can refer to a row of another organization', async () => {
    const rows = await database.query<{ constraint: string }>(
      `SELECT conrelid::regclass || '.' || conname AS constraint FROM pg_constraint AS f
        WHERE contype = 'f' AND connamespace = 'public'::regnamespace
          AND NOT EXISTS (
            SELECT 1 FROM unnest(f.conkey, f.confkey) AS pair (ours, theirs)
              JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = pair.ours
              JOIN pg_attribute AS b ON b.attrelid = f.confrelid AND b.attnum = pair.theirs
             WHERE a.attname = 'organization_id'
               AND (b.attname = 'organization_id' OR f.confrelid = 'organizations'::regclass))`,
    );
    expectNoFindings(
      rows.map((it) => it.constraint),
      'These foreign keys must include organization_id on both sides: change them in their migration.',
    );
  });

  it('stores amounts as bigint and nothing as a binary floating point number', async () => {
    const rows = await database.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public'
          AND (data_type IN ('real', 'double precision', 'money')
               OR column_name LIKE '%\\_cents' AND data_type <> 'bigint')`,
    );
    expectNoFindings(
      rows.map((it) => it.column),
      'These columns must be bigint (amounts, *_cents) or numeric (rates, units): change them in their migration.',
    );
  });

  it('stores every instant with its time zone', async () => {
    const rows = await database.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'timestamp without time zone' AND table_name <> 'migrations'`,
    );
    expectNoFindings(
      rows.map((it) => it.column),
      'These columns must be timestamptz(3): change them in their migration.',
    );
  });

  it('has every sealed column declared, so that rekey finds it', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name LIKE 'sealed\\_%' ORDER BY 1`,
    );
    const declared = sealedTables().flatMap((table) => table.columns.map((it) => `${table.name}.${it.name}`));
    expect(rows.map((it) => it.name)).toEqual(declared.sort());
  });

  it('matches the entities', async () => {
    const settings = { url: database.url, poolSize: 1, timeoutMs: 10_000, applicationName: 'schema-drift' };
    const dataSource = await new DataSource(dataSourceOptions(settings, schema)).initialize();
    try {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      // Foreign keys live in migrations only: entities hold ids of other modules, never relations to them.
      const isForeignKey = /^ALTER TABLE "\w+" DROP CONSTRAINT "\w+_fkey"$/;
      expectNoFindings(
        upQueries.map((it) => it.query).filter((it) => !isForeignKey.test(it)),
        'The entities and the migrations differ. These statements would make the database match the entities: put them' +
          ' into a migration, or correct the entity.',
      );
    } finally {
      await dataSource.destroy();
    }
  });

  it('can be reverted to nothing and migrated again', async () => {
    const other = await createTestDatabase();
    const settings = {
      url: other.ownerUrl,
      poolSize: 1,
      timeoutMs: 10_000,
      applicationName: 'schema-revert',
    };
    const dataSource = await new DataSource(dataSourceOptions(settings, schema)).initialize();
    try {
      const before = await tableNames(other);
      for (const _ of schema.migrations) await dataSource.undoLastMigration();
      expect(await tableNames(other)).toEqual(['migrations']);
      await dataSource.runMigrations();
      expect(await tableNames(other)).toEqual(before);
    } finally {
      await dataSource.destroy();
      await other.drop();
    }
  });
});

async function tableNames(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ tablename: string }>(
    // The names of partitions have dates.
    `SELECT relname AS tablename FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  return rows.map((it) => it.tablename);
}
