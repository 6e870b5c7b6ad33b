import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options';
import { schema } from '../../src/schema';
import { sealedTables } from '../../src/sealed-tables';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Tables without organization_id, and why. */
const WITHOUT_ORGANIZATION: Record<string, string> = {
  organizations: 'its primary key is the organization',
  migrations: 'the history of the schema itself',
  test_clock: 'one row for the whole installation, in test environments only',
  encryption_key: 'one row for the whole installation',
};

describe('the database schema', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const exempt = Object.keys(WITHOUT_ORGANIZATION);

  it('has organization_id in every table, never null', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class AS t
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)
          AND NOT EXISTS (SELECT 1 FROM pg_attribute
                           WHERE attrelid = t.oid AND attname = 'organization_id' AND attnotnull)`,
      [exempt],
    );
    expect(rows).toEqual([]);
  });

  it('begins every primary key and unique index with organization_id', async () => {
    const rows = await database.query<{ index: string }>(
      `SELECT i.indexrelid::regclass::text AS index FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
         LEFT JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
        WHERE t.relnamespace = 'public'::regnamespace AND i.indisunique AND t.relname <> ALL ($1)
          AND a.attname IS DISTINCT FROM 'organization_id'`,
      [exempt],
    );
    expect(rows).toEqual([]);
  });

  it('declares every column of encrypted texts, so that a lost encryption key is noticed', async () => {
    const rows = await database.query<{ table_name: string }>(
      `SELECT DISTINCT table_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name LIKE 'sealed\\_%' ORDER BY table_name`,
    );
    expect(rows.map((it) => it.table_name)).toEqual(sealedTables.map((it) => it.table).sort());
  });

  it('gives every table a primary key', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class AS t
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT 1 FROM pg_index WHERE indrelid = t.oid AND indisprimary)`,
    );
    expect(rows).toEqual([]);
  });

  it('has no foreign key that could point into another organization', async () => {
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
    expect(rows).toEqual([]);
  });

  it('has no binary floating-point column', async () => {
    const rows = await database.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public'
          AND (data_type IN ('real', 'double precision', 'money')
               OR column_name LIKE '%\\_cents' AND data_type <> 'bigint')`,
    );
    expect(rows).toEqual([]);
  });

  it('has only timestamps with time zone', async () => {
    const rows = await database.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'timestamp without time zone' AND table_name <> 'migrations'`,
    );
    expect(rows).toEqual([]);
  });

  it('matches the entities', async () => {
    const settings = { url: database.url, poolSize: 1, timeoutMs: 10_000, applicationName: 'schema-drift' };
    const dataSource = await new DataSource(dataSourceOptions(settings, schema)).initialize();
    try {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      // Foreign keys exist only in migrations: entities hold the IDs of other modules, not relations to them.
      const isForeignKey = /^ALTER TABLE "\w+" DROP CONSTRAINT "\w+_fkey"$/;
      expect(upQueries.map((it) => it.query).filter((it) => !isForeignKey.test(it))).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  });

  it('can be reverted completely and migrated again', async () => {
    const other = await createTestDatabase();
    const settings = { url: other.url, poolSize: 1, timeoutMs: 10_000, applicationName: 'schema-revert' };
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
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  return rows.map((it) => it.tablename);
}
