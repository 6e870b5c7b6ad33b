import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PoolClient, QueryResultRow } from 'pg';
import { CONFIG, type Config } from '../../../platform/config/config';
import { corkUntilEndOfTurn } from '../../../platform/database/cork';
import { ROW_BY_ROW, poolOptions } from '../../../platform/database/data-source-options';
import type { Deadline } from '../../../platform/database/deadline';
import type { DeadlineClient } from '../../../platform/database/deadline-client';
import { DeadlinePool } from '../../../platform/database/deadline-pool';
import { DATABASE_URL } from '../../../platform/database/database-url';
import { isConnectionLost } from '../../../platform/database/pg-errors';
import type { PreparedStatement, StatementRunner } from '../../../platform/database/prepared-statement';

/** Maximum number of concurrent ingestion transactions. Each contains events of one organization. */
const POOL_SIZE = 8;

/** Ingestion's own connections, with prepared and pipelined statements. */
@Injectable()
export class IngestionDatabase implements OnApplicationShutdown {
  private readonly pool: DeadlinePool;

  constructor(@Inject(DATABASE_URL) url: string, @Inject(CONFIG) config: Config) {
    const { timeoutMs } = config.database;
    const settings = {
      url,
      poolSize: POOL_SIZE,
      timeoutMs,
      applicationName: `billing-${config.role}-ingestion`,
    };
    this.pool = new DeadlinePool({
      connectionString: url,
      ...poolOptions(settings, ROW_BY_ROW),
      pipeline: true,
    });
    this.pool.on('error', () => undefined); // an idle connection was lost; the next transaction opens another
  }

  /**
   * Runs `work` in a transaction, which is durable when this resolves. The statements are pipelined: BEGIN is sent with
   * the first of them, COMMIT with the last. A COMMIT after a failed statement rolls back.
   */
  async transaction<T>(deadline: Deadline, work: (sql: StatementRunner) => Promise<T>): Promise<T> {
    const client = await this.pool.connectBefore(deadline);
    (client as unknown as DeadlineClient).deadline = deadline;
    const sent = new Sent();
    let lost: Error | undefined;
    try {
      corkUntilEndOfTurn(client);
      void sent.add(client.query(`BEGIN${deadline.lockTimeout()}`));
      const result = await work(runnerOn(client, sent));
      corkUntilEndOfTurn(client);
      void sent.add(client.query('COMMIT'));
      await sent.all();
      return result;
    } catch (thrown) {
      const error = sent.failure ?? thrown; // of several failures, any can be the first that `work` sees
      lost = isConnectionLost(error) ? (error as Error) : await rollBack(client);
      throw error;
    } finally {
      client.release(lost);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

/** The pipelined statements of a transaction. */
class Sent {
  /** The first failure of any of the statements. */
  failure: unknown;
  private readonly statements: Promise<unknown>[] = [];

  add<T>(statement: Promise<T>): Promise<T> {
    statement.catch((error: unknown) => (this.failure ??= error));
    this.statements.push(statement);
    return statement;
  }

  async all(): Promise<void> {
    await Promise.all(this.statements);
  }
}

/** Rolls back. Returns the error that makes the connection unusable, if any. */
function rollBack(client: PoolClient): Promise<Error | undefined> {
  return client.query('ROLLBACK').then(
    () => undefined,
    (failure: unknown) => failure as Error,
  );
}

function runnerOn(client: PoolClient, sent: Sent): StatementRunner {
  return {
    query: async <Row extends QueryResultRow>(statement: PreparedStatement, values: unknown[]) => {
      corkUntilEndOfTurn(client);
      return (await sent.add(client.query<Row>({ ...statement, values }))).rows;
    },
    send: (statement, values) => {
      corkUntilEndOfTurn(client);
      void sent.add(client.query({ ...statement, values }));
      return Promise.resolve();
    },
  };
}
