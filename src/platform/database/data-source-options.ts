import type { ClientBase } from 'pg';
import type { DataSourceOptions, MigrationInterface } from 'typeorm';
import { firstHostUrl } from './database-hosts';
import { DatabaseClient } from './database-client';
import { SnakeNamingStrategy } from './naming';

/** Settings of a connection pool. */
export interface ConnectionSettings {
  url: string;
  poolSize: number;
  /** Deadline of a statement and of a connection attempt, in milliseconds. */
  timeoutMs: number;
  applicationName: string;
}

/**
 * Returns the driver options of every connection pool. All of them set deadlines, so that nothing waits for a silent
 * database forever (docs/decisions.md#connection-pools).
 *
 * @param serverSettings additional settings of the connections, as `name=value`
 */
export function poolOptions(
  settings: ConnectionSettings,
  serverSettings: readonly string[] = [],
): Record<string, unknown> {
  // Later than the driver's deadline: it ends statements on the server whose connection is gone.
  const serverTimeout = settings.timeoutMs === 0 ? 0 : settings.timeoutMs + 500;
  return {
    Client: DatabaseClient,
    connectionString: settings.url,
    max: settings.poolSize,
    connectionTimeoutMillis: settings.timeoutMs,
    query_timeout: settings.timeoutMs,
    keepAlive: true,
    application_name: settings.applicationName,
    onConnect: withSettings([
      'timezone=UTC',
      `statement_timeout=${serverTimeout}`,
      `lock_timeout=${Math.max(250, settings.timeoutMs - 500)}`,
      ...serverSettings,
    ]),
  };
}

/**
 * Returns a hook that gives each new connection of a pool its settings. They are not parameters of the start of a
 * connection, because PgBouncer refuses those (docs/operations.md#database-connections).
 *
 * @param settings as `name=value`
 */
export function withSettings(settings: readonly string[]): (client: ClientBase) => Promise<void> {
  const pairs = settings.map((it) => it.split('='));
  const calls = pairs.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, false)`);
  return async (client) => {
    await client.query(`SELECT ${calls.join(', ')}`, pairs.flat());
  };
}

/**
 * Settings for connections whose every statement has one right plan: index scans, in the order of the joins. The plan is
 * made once per connection, regardless of statistics, which are usually wrong for a queue and for tables that fill
 * within minutes.
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

/** Passed in by the composition root, since the platform imports no module. */
export interface Schema {
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
}

/** Returns the options of TypeORM. Migrations run only under the lock in migrate.ts. */
export function dataSourceOptions(settings: ConnectionSettings, schema: Schema): DataSourceOptions {
  return {
    type: 'postgres',
    url: firstHostUrl(settings.url), // TypeORM parses one host; the pool gets all of them from poolOptions
    entities: schema.entities,
    migrations: schema.migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    installExtensions: false,
    // Sends BEGIN and its settings together with the next statement; see transactions.ts.
    extra: { ...poolOptions(settings), pipeline: true },
  };
}
