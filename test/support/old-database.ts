import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { migrate } from '../../src/platform/database/migrate';
import { schema } from '../../src/schema';
import { createTestDatabase, type TestDatabase } from './test-database';

/** A subscription, the start of the period, and status, currency and total amount of the invoice. */
export type NextBill = [
  subscription: string | null,
  from: string | null,
  status: string,
  currency: string,
  cents: number,
];

/** Records that an API returned, with their IDs, states and amounts. */
type Shown = { id: string; status?: string }[];

/** What an earlier version showed of one organization. */
interface ShownOrganization extends Record<string, unknown> {
  key: string;
  subscriptions: Shown;
  wallet_transactions: Record<string, Shown>;
  current_usage: Record<string, object>;
}

/** What an earlier version stored in its database, and what its API showed. `scripts/upgrade/record.mjs` records it. */
export interface OldDatabase {
  /** The rows of each table in JSON as PostgreSQL writes it. */
  rows: Map<string, string[]>;
  encryption_key: string;
  sequences: Record<string, string>;
  /** The time of the test clock. */
  now: string;
  organizations: Record<string, ShownOrganization>;
  /** The invoices that the earlier version made next, by the name of the organization. */
  next: { at: string; bills: Record<string, NextBill[]> };
}

export function readOldDatabase(folder: string): OldDatabase {
  const shown = JSON.parse(readFileSync(join(folder, 'shown.json'), 'utf8')) as Omit<OldDatabase, 'rows'>;
  const rows = new Map<string, string[]>();
  const lines = gunzipSync(readFileSync(join(folder, 'rows.tsv.gz')))
    .toString()
    .split('\n');
  for (const line of lines.filter((it) => it !== '')) {
    const end = line.indexOf('\t');
    const table = line.slice(0, end);
    rows.set(table, [...(rows.get(table) ?? []), line.slice(end + 1)]);
  }
  return { rows, ...shown };
}

/** Restores the database as the earlier version left it, with none of the later migrations. */
export async function restoreOldDatabase(old: OldDatabase): Promise<TestDatabase> {
  const database = await createTestDatabase('template0');
  const applied = old.rows.get('migrations')?.length ?? 0;
  await migrate(database.url, { ...schema, migrations: schema.migrations.slice(0, applied) });
  await database.query('DELETE FROM migrations');
  // One statement for all tables, because PostgreSQL checks references at its end, and some are circular.
  const inserts = [...old.rows.keys()].map(
    (table, index) =>
      `${table}_rows AS (INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $${index + 1}))`,
  );
  const values = [...old.rows.values()].map((rows) => `[${rows.join(',')}]`);
  await database.query(`WITH ${inserts.join(', ')} SELECT`, values);
  for (const [name, position] of Object.entries(old.sequences))
    await database.query('SELECT setval($1::regclass, $2::bigint)', [name, position]);
  return database;
}

/** Returns the rows of the tables that the earlier version filled, in the form in which they were recorded. */
export async function rowsOf(database: TestDatabase, old: OldDatabase): Promise<Map<string, string[]>> {
  await database.query(`SET timezone = 'UTC'`);
  const found = new Map<string, string[]>();
  for (const table of old.rows.keys()) {
    const rows = await database.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${table} AS t ORDER BY 1`,
    );
    found.set(
      table,
      rows.map((it) => it.row),
    );
  }
  return found;
}
