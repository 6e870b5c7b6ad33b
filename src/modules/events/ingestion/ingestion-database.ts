import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { CONFIG, type Config } from '../../../platform/config/config';
import { poolOptions } from '../../../platform/database/data-source-options';
import { DATABASE_URL } from '../../../platform/database/database-url';
import type { StatementRunner } from '../../../platform/database/prepared-statement';

/** Transactions of ingestion under way at once: each holds the events of one organization. */
const POOL_SIZE = 8;

/** A failure that says nothing of the connection carries a SQLSTATE; any other may have left it unusable. */
const isConnectionLost = (failure: unknown): boolean =>
  !/^[0-9A-Z]{5}$/.test(String((failure as { code?: unknown } | null)?.code));

/** Ingestion's own connections, with prepared statements: a batch is some statements, whatever its size. */
@Injectable()
export class IngestionDatabase implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(@Inject(DATABASE_URL) url: string, @Inject(CONFIG) config: Config) {
    const { timeoutMs } = config.database;
    const settings = {
      url,
      poolSize: POOL_SIZE,
      timeoutMs,
      applicationName: `billing-${config.role}-ingestion`,
    };
    this.pool = new Pool({ connectionString: url, ...poolOptions(settings) });
    this.pool.on('error', () => undefined); // an idle connection was lost; the next batch opens another
  }

  /** Runs `work` in a transaction, which is durable when this resolves. */
  async transaction<T>(work: (sql: StatementRunner) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let lost: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(runnerOn(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (isConnectionLost(error)) lost = error as Error;
      else
        lost = await client.query('ROLLBACK').then(
          () => undefined,
          (failure: unknown) => failure as Error,
        );
      throw error;
    } finally {
      client.release(lost);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

function runnerOn(client: PoolClient): StatementRunner {
  return {
    query: async <Row extends QueryResultRow>(statement: { name: string; text: string }, values: unknown[]) =>
      (await client.query<Row>({ ...statement, values })).rows,
  };
}
