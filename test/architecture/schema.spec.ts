import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source-options';
import { schema } from '../../src/schema';
import { sealedTables } from '../../src/sealed-tables';
import { expectListed, expectNone } from '../support/findings';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Tables without organization_id, and why. */
const WITHOUT_ORGANIZATION: Record<string, string> = {
  organizations: 'its primary key is the organization',
  migrations: 'the history of the schema itself',
  test_clock: 'one row for the whole installation, in test environments only',
  encryption_key: 'one row for the whole installation',
};

const SRC = join(__dirname, '../../src');

describe('the lists of modules', () => {
  it('src/app.module.ts imports every module', () => {
    const text = readFileSync(join(SRC, 'app.module.ts'), 'utf8');
    expectNone(
      readdirSync(join(SRC, 'modules')).filter((it) => !text.includes(`'./modules/${it}'`)),
      'Import these modules in src/app.module.ts and add their classes to MODULES:',
    );
  });

  it('src/entities.ts lists every entity', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((it) =>
      it.endsWith('.entity.ts'),
    );
    const text = files.map((it) => readFileSync(join(SRC, it), 'utf8')).join('\n');
    const declared = [...text.matchAll(/^@Entity\(.*?^export class (\w+)/gms)].map(([, name = '']) => name);
    const listed = schema.entities.map((it) => it.name);
    expectNone(
      declared.filter((it) => !listed.includes(it)),
      'Import these entities in src/entities.ts and add them to the list:',
    );
    expect(declared).toHaveLength(listed.length);
  });

  it('src/migrations/index.ts lists every migration in the order of the timestamps', () => {
    const files = readdirSync(join(SRC, 'migrations')).filter((it) => /^\d/.test(it));
    const listed = schema.migrations.map((it) => it.name.slice(-13));
    expectListed(
      files.map((it) => it.slice(0, 13)),
      listed,
      {
        unlisted:
          'Import the migrations with these timestamps in src/migrations/index.ts and append them to the list:',
        missing:
          'No file in src/migrations has the timestamp of these classes: rename the file or the class.',
      },
    );
    const misplaced = listed.find((it, index) => it < (listed[index - 1] ?? ''));
    expectNone(
      misplaced === undefined ? [] : [misplaced],
      'The list in src/migrations/index.ts is not in the order of the timestamps. Move the class with this timestamp, or ' +
        'the class before it, to the position of its timestamp:',
    );
  });
});

describe('the database schema', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const exempt = Object.keys(WITHOUT_ORGANIZATION);

  it('counts the row_version of every table that has one', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT attrelid::regclass::text AS name FROM pg_attribute AS a JOIN pg_class AS t ON t.oid = attrelid
        WHERE attname = 'row_version' AND relnamespace = 'public'::regnamespace AND NOT EXISTS (
          SELECT 1 FROM pg_trigger WHERE tgrelid = attrelid AND tgname = 'row_version' AND tgenabled = 'O')`,
    );
    expectNone(
      rows.map((it) => it.name),
      "Call count_row_versions('<table>') in the migrations of these tables:",
    );
  });

  it('has organization_id in every table, never null', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class AS t
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)
          AND NOT EXISTS (SELECT 1 FROM pg_attribute
                           WHERE attrelid = t.oid AND attname = 'organization_id' AND attnotnull)`,
      [exempt],
    );
    expectNone(
      rows.map((it) => it.name),
      'Add "organization_id uuid NOT NULL" to these tables in their migration, or add the tables to ' +
        'WITHOUT_ORGANIZATION in this file with a reason:',
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
    expectNone(
      rows.map((it) => it.index),
      'These primary keys and unique indexes must begin with organization_id; change them in their migration:',
    );
  });

  it('declares every column of encrypted texts, so that a lost encryption key is noticed', async () => {
    const rows = await database.query<{ table_name: string }>(
      `SELECT DISTINCT table_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name LIKE 'sealed\\_%' ORDER BY table_name`,
    );
    expectListed(
      rows.map((it) => it.table_name),
      sealedTables.map((it) => it.table),
      {
        unlisted: 'Add these tables to src/sealed-tables.ts:',
        missing: 'These tables have no column sealed_*; remove them from src/sealed-tables.ts:',
      },
    );
  });

  it('gives every table a primary key', async () => {
    const rows = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class AS t
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT 1 FROM pg_index WHERE indrelid = t.oid AND indisprimary)`,
    );
    expectNone(
      rows.map((it) => it.name),
      'Add a primary key to these tables in their migration:',
    );
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
    expectNone(
      rows.map((it) => it.constraint),
      'These foreign keys must include organization_id on both sides; change them in their migration:',
    );
  });

  it('has no binary floating-point column', async () => {
    const rows = await database.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public'
          AND (data_type IN ('real', 'double precision', 'money')
               OR column_name LIKE '%\\_cents' AND data_type <> 'bigint')`,
    );
    expectNone(
      rows.map((it) => it.column),
      'Declare these columns in their migration as bigint (amounts, *_cents) or numeric (rates, units):',
    );
  });

  it('has only timestamps with time zone', async () => {
    const rows = await database.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'timestamp without time zone' AND table_name <> 'migrations'`,
    );
    expectNone(
      rows.map((it) => it.column),
      'Declare these columns in their migration as timestamptz(3):',
    );
  });

  it('matches the entities', async () => {
    const settings = { url: database.url, poolSize: 1, timeoutMs: 10_000, applicationName: 'schema-drift' };
    const dataSource = await new DataSource(dataSourceOptions(settings, schema)).initialize();
    try {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      // Foreign keys exist only in migrations: entities hold the IDs of other modules, not relations to them.
      const isForeignKey = /^ALTER TABLE "\w+" DROP CONSTRAINT "\w+_fkey"$/;
      const statements = upQueries.map((it) => it.query).filter((it) => !isForeignKey.test(it));
      expectNone(
        statements.filter((it) => it.includes(' DROP CONSTRAINT ')),
        'Entities declare no foreign keys: if one of these constraints is a foreign key, name it <table>_<what>_fkey in its ' +
          'migration. Correct the entity or the migration for any other:',
      );
      expectNone(
        statements,
        'The entities differ from the migrations. Correct the entity, or write a migration with these statements:',
      );
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
