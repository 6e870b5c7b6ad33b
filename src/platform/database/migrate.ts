import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { AbstractLogger, DataSource } from 'typeorm';
import { logger } from '../observability/logger';
import { dataSourceOptions, type Schema } from './data-source-options';
import { isLockFailure } from './pg-errors';
import { withClient } from './with-client';

/** Key of the advisory lock that serializes migrations; an arbitrary number. */
const MIGRATION_LOCK = 7_305_021_114;
const LOCK_POLL_MS = 100;
/**
 * How long a migration waits for a lock. Requests for the table queue behind the waiting migration, so the wait must be
 * short. It is also shorter than the deadlock_timeout of PostgreSQL, so that a migration gives up before a request does.
 */
const LOCK_TIMEOUT_MS = 100;
/** The pause before the next attempt, in which the requests that queued behind the migration pass. */
const RETRY_MS = 250;
/** About a minute. Then a migration that gets no lock fails, because a transaction may hold it for hours. */
const ATTEMPTS = 170;
/** No statement timeout: building an index on a large table takes long. */
const NO_TIMEOUT = 0;

/**
 * Applies pending migrations, each in its own transaction, while the service is running: a migration that does not get
 * a lock is rolled back and retried for up to a minute (docs/operations.md#migrations). A session advisory lock serializes
 * concurrent calls; the second call is a no-op.
 *
 * @returns the names of the applied migrations, oldest first
 * @throws Error of the database if a migration fails; the migrations before it stay applied
 */
export async function migrate(url: string, schema: Schema): Promise<string[]> {
  return withClient({ connectionString: url, application_name: 'migrate-lock' }, async (lock) => {
    await acquire(lock);
    return applyPending(url, schema);
  });
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
    logger: new SilentLogger(),
    extra: { max: 1, lock_timeout: LOCK_TIMEOUT_MS, application_name: 'migrate' },
  });
  await dataSource.initialize();
  try {
    const pending = await pendingMigrations(dataSource);
    await runPending(dataSource);
    return pending;
  } finally {
    await dataSource.destroy();
  }
}

/** TypeORM would print each attempt as a failure. */
class SilentLogger extends AbstractLogger {
  protected writeLog(): void {
    // migrate() throws the error that counts.
  }
}

/** Retries the migration that got no lock. Those before it are committed and not pending any more. */
async function runPending(dataSource: DataSource): Promise<void> {
  let failed = { migration: '', attempts: 0 };
  for (;;) {
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      const [migration = ''] = await pendingMigrations(dataSource);
      failed = { migration, attempts: migration === failed.migration ? failed.attempts + 1 : 1 };
      if (failed.attempts === ATTEMPTS) throw withRemedy(migration, error as Error);
      logger.warn({ ...failed, reason: (error as Error).message }, 'A migration got no lock; retrying');
      await sleep(RETRY_MS * (0.5 + Math.random()));
    }
  }
}

function withRemedy(migration: string, cause: Error): Error {
  const remedy =
    'End the transaction that holds the lock (pg_stat_activity), or wait for it, and migrate again.';
  return new Error(`${migration} got no lock in ${ATTEMPTS} attempts (${cause.message}). ${remedy}`, {
    cause,
  });
}
