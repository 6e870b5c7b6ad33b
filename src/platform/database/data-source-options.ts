import type { DataSourceOptions, MigrationInterface } from 'typeorm';
import { usualLockTimeoutMs } from './deadline';
import { DeadlineClient } from './deadline-client';
import { DeadlinePool } from './deadline-pool';
import { SnakeNamingStrategy } from './naming';

export interface ConnectionSettings {
  url: string;
  poolSize: number;
  /** Deadline of a statement and of a connection attempt, in milliseconds. */
  timeoutMs: number;
  applicationName: string;
}

/**
 * Returns the driver options of every connection pool. They set deadlines, so that no caller waits forever for an
 * unresponsive database.
 *
 * @param serverSettings additional settings of the connections, as `name=value`
 */
export function poolOptions(
  settings: ConnectionSettings,
  serverSettings: readonly string[] = [],
): Record<string, unknown> {
  // Later than the driver's deadline. Ends statements whose connection the driver has already dropped.
  const serverTimeout = settings.timeoutMs === 0 ? 0 : settings.timeoutMs + 500;
  return {
    Client: DeadlineClient,
    max: settings.poolSize,
    connectionTimeoutMillis: settings.timeoutMs,
    query_timeout: settings.timeoutMs,
    lock_timeout: usualLockTimeoutMs(settings.timeoutMs),
    keepAlive: true,
    application_name: settings.applicationName,
    options: ['timezone=UTC', `statement_timeout=${serverTimeout}`, ...serverSettings]
      .map((it) => `-c ${it}`)
      .join(' '),
  };
}

/**
 * Settings for connections whose statements each have one right plan: index scans, joined in the written order.
 * PostgreSQL then plans a statement once per connection and ignores statistics, which are usually wrong for a queue and
 * for tables that fill within minutes.
 */
export const ROW_BY_ROW: readonly string[] = [
  'plan_cache_mode=force_generic_plan',
  'join_collapse_limit=1',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_memoize=off',
  'jit=off',
];

/** Entities and migrations, passed in by the composition root because the platform imports no module. */
export interface Schema {
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
}

/** Returns options that keep TypeORM from migrating by itself: migrations run only under the lock in migrate.ts. */
export function dataSourceOptions(settings: ConnectionSettings, schema: Schema): DataSourceOptions {
  return {
    type: 'postgres',
    url: settings.url,
    driver: { Pool: DeadlinePool },
    entities: schema.entities,
    migrations: schema.migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    installExtensions: false,
    // Sends a statement before the previous one has returned, so that both can share a packet (transactions.ts).
    extra: { ...poolOptions(settings), pipeline: true },
  };
}
