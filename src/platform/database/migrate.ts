import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import {
  DataSource,
  EventSubscriber,
  type EntitySubscriberInterface,
  type TransactionStartEvent,
} from 'typeorm';
import { logger } from '../observability/logger';
import { preparePartitions, type PartitionRetention } from '../partitions/prepare-partitions';
import { dataSourceOptions, withSettings, type Schema } from './data-source-options';
import type { Queries } from './reserved-connections';
import { applyRoles } from './roles/apply-roles';
import { createRoles } from './roles/create-roles';
import { DatabaseClient } from './database-client';
import { isLockFailure } from './pg-errors';

/** Key of the advisory lock for migrations: an arbitrary constant. */
const MIGRATION_LOCK = 7_305_021_114;
const LOCK_POLL_MS = 100;
/** An index that is built concurrently waits for older transactions, and blocks nobody meanwhile. */
const LOCK_TIMEOUT_MS = 2_000;
/**
 * A migration in a transaction gives up rather than block every request behind its wait for a table lock, and tries again.
 * Less than PostgreSQL's deadlock_timeout, so that the requests win a deadlock.
 */
const TABLE_LOCK_TIMEOUT_MS = 100;
const TRIES = 20;
/** Requests that waited behind a migration pass meanwhile. */
const RETRY_MS = 250;
/** No deadline for statements: building an index on a large table takes long. */
const NO_TIMEOUT = 0;

/**
 * Applies pending migrations, each in a transaction of its own, and gives the roles of the database their rights
 * (docs/security.md#database-roles). A session advisory lock serializes concurrent calls: the second one is a no-op.
 *
 * @param url of the login that owns the schema
 * @param serviceUrl of the run-time login, which is created if it does not exist; null if it is the same login
 * @param retention of partitioned tables, where it is to change
 * @returns the names of the applied migrations, oldest first
 * @throws AdministratorNeededError if the login may not create roles that are missing
 */
export async function migrate(
  url: string,
  schema: Schema,
  serviceUrl: string | null = null,
  retention: PartitionRetention = {},
): Promise<string[]> {
  const client: Client = new DatabaseClient({ connectionString: url, application_name: 'migrate-lock' });
  client.on('error', () => undefined); // a lost lock must not end the process during a migration
  await client.connect();
  try {
    await lock(client);
    const connection: Queries = {
      query: async <Rows>(text: string, values?: unknown[]) =>
        (await client.query(text, values)).rows as Rows,
    };
    const roles = await createRoles(connection, serviceUrl);
    const applied = await applyPending(url, schema);
    await applyRoles(connection, roles);
    await preparePartitions(connection, retention);
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Waits for the lock by asking again: a statement that waits holds a snapshot, for which the CREATE INDEX CONCURRENTLY of
 * the process that has the lock would wait in turn, until its lock timeout.
 */
async function lock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked === true) return;
    await sleep(LOCK_POLL_MS);
  }
}

/** Returns the names of the migrations that have not been applied. Readiness and start-up check them. */
export async function pendingMigrations(
  dataSource: DataSource,
  connections: Queries = dataSource,
): Promise<string[]> {
  const known = dataSource.migrations.map((it) => it.name ?? it.constructor.name);
  const [{ present }] = await connections.query<[{ present: boolean }]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS present`,
  );
  if (!present) return known;
  const rows = await connections.query<{ name: string }[]>('SELECT name FROM migrations');
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
    extra: {
      Client: DatabaseClient,
      connectionString: url,
      max: 1,
      onConnect: withSettings([`lock_timeout=${LOCK_TIMEOUT_MS}`]),
      application_name: 'migrate',
    },
    subscribers: [TableLockTimeout],
  });
  await dataSource.initialize();
  try {
    const pending = await pendingMigrations(dataSource);
    await withRetries(() => dataSource.runMigrations());
    return pending;
  } finally {
    await dataSource.destroy();
  }
}

/** TypeORM ignores a subscriber without the decorator. */
@EventSubscriber()
class TableLockTimeout implements EntitySubscriberInterface {
  async afterTransactionStart({ queryRunner }: TransactionStartEvent): Promise<void> {
    await queryRunner.query(`SET LOCAL lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
  }
}

/** Repeats work that got no lock or met a deadlock. What was committed before is not pending any more. */
async function withRetries(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === TRIES || !isLockFailure(error)) throw error;
      logger.warn({ attempt, reason: (error as Error).message }, 'A migration got no lock; trying again');
      await sleep(RETRY_MS * (0.5 + Math.random()));
    }
  }
}
