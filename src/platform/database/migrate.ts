import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type Schema } from './data-source-options';

/** Key of the advisory lock that serializes migrations; an arbitrary number. */
const MIGRATION_LOCK = 7_305_021_114;
const LOCK_POLL_MS = 100;
/**
 * How long a migration waits for a table lock. Requests for the table queue behind the waiting migration, so the wait
 * must be short.
 */
const LOCK_TIMEOUT_MS = 2_000;
/** No statement timeout: building an index on a large table takes long. */
const NO_TIMEOUT = 0;

/**
 * Applies pending migrations, each in its own transaction. A session advisory lock serializes concurrent calls; the
 * second call is a no-op.
 *
 * @returns the names of the applied migrations, oldest first
 */
export async function migrate(url: string, schema: Schema): Promise<string[]> {
  const lock = new Client({ connectionString: url, application_name: 'migrate-lock' });
  lock.on('error', () => undefined); // an 'error' event without a listener would end the process
  await lock.connect();
  try {
    await acquire(lock);
    return await applyPending(url, schema);
  } finally {
    await lock.end();
  }
}

/**
 * Waits for the lock by polling: a statement that waits holds a snapshot, for which CREATE INDEX CONCURRENTLY in the
 * process with the lock would wait in turn.
 */
async function acquire(lock: Client): Promise<void> {
  for (;;) {
    const text = 'SELECT pg_try_advisory_lock($1) AS locked';
    const { rows } = await lock.query<{ locked: boolean }>(text, [MIGRATION_LOCK]);
    if (rows[0]?.locked === true) return;
    await sleep(LOCK_POLL_MS);
  }
}

/**
 * Returns the names of the migrations that have not been applied. While there are any, the service does not start or
 * reports that it is not ready.
 */
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
