import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type Schema } from './data-source-options';

/** Key of the advisory lock under which migrations run; any fixed number of ours. */
const MIGRATION_LOCK = 7_305_021_114;
/** A migration gives up waiting for a table lock rather than queue every request behind it. */
const LOCK_TIMEOUT_MS = 2_000;
/** No deadline for the statements themselves: building an index on a large table takes its time. */
const NO_TIMEOUT = 0;

/**
 * Applies what is pending, each migration in a transaction of its own, under a session advisory lock: two
 * that start together run one after the other, and the second finds nothing to do.
 *
 * @returns the names of the migrations applied, oldest first.
 */
export async function migrate(url: string, schema: Schema): Promise<string[]> {
  const lock = new Client({ connectionString: url, application_name: 'migrate-lock' });
  lock.on('error', () => undefined); // losing it must not end the process in the middle of a migration
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await applyPending(url, schema);
  } finally {
    await lock.end();
  }
}

/** Names of the migrations that the database does not have yet. Used by readiness and by start-up. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const known = dataSource.migrations.map((it) => it.name ?? it.constructor.name);
  const [{ present }] = await dataSource.query<[{ present: boolean }]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS present`,
  );
  if (!present) return known;
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  const applied = new Set(rows.map((it) => it.name));
  return known.filter((name) => !applied.has(name));
}

async function applyPending(url: string, schema: Schema): Promise<string[]> {
  const options = dataSourceOptions(
    { url, poolSize: 1, timeoutMs: NO_TIMEOUT, applicationName: 'migrate' },
    schema,
  );
  const dataSource = new DataSource({
    ...options,
    extra: { max: 1, lock_timeout: LOCK_TIMEOUT_MS, application_name: 'migrate' },
  });
  await dataSource.initialize();
  try {
    const applied = await dataSource.runMigrations();
    return applied.map((it) => it.name);
  } finally {
    await dataSource.destroy();
  }
}
