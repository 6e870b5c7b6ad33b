import type { DataSourceOptions, MigrationInterface } from 'typeorm';
import { DeadlineClient } from './deadline-client';
import { SnakeNamingStrategy } from './naming';

/** What a connection pool needs to know. */
export interface ConnectionSettings {
  url: string;
  poolSize: number;
  /** Deadline of a statement and of a connection attempt, in milliseconds. */
  timeoutMs: number;
  applicationName: string;
}

/**
 * Driver options that both TypeORM's pool and the delivery engine's own pool use: nothing that talks to
 * the database may hang (reliability.md, fault 10).
 *
 * @param serverSettings further settings of the connections, as `name=value`
 */
export function poolOptions(
  settings: ConnectionSettings,
  serverSettings: readonly string[] = [],
): Record<string, unknown> {
  // Later than the driver's: it is for the server, which would go on with a statement whose connection is gone.
  const serverTimeout = settings.timeoutMs === 0 ? 0 : settings.timeoutMs + 500;
  return {
    Client: DeadlineClient,
    max: settings.poolSize,
    connectionTimeoutMillis: settings.timeoutMs,
    query_timeout: settings.timeoutMs,
    lock_timeout: Math.max(250, settings.timeoutMs - 500),
    keepAlive: true,
    application_name: settings.applicationName,
    options: ['timezone=UTC', `statement_timeout=${serverTimeout}`, ...serverSettings]
      .map((it) => `-c ${it}`)
      .join(' '),
  };
}

/**
 * For connections whose every statement has one right plan: from row to row by index, in the order in which the
 * tables are joined. It is made once per connection and does not follow the statistics, which for a queue or for
 * tables that fill within minutes are wrong most of the time.
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

/** What the composition root hands down: the platform knows no module. */
export interface Schema {
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
}

/** TypeORM's options. Migrations run under the migrate command's lock only (see migrate.ts). */
export function dataSourceOptions(settings: ConnectionSettings, schema: Schema): DataSourceOptions {
  return {
    type: 'postgres',
    url: settings.url,
    entities: schema.entities,
    migrations: schema.migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    installExtensions: false,
    // Statements that nobody waits for go out together with the next one; see transactions.ts.
    extra: { ...poolOptions(settings), pipeline: true },
  };
}
