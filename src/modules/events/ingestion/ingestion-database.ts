import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { CONFIG, type Config } from '../../../platform/config/config';
import { corkUntilEndOfTurn } from '../../../platform/database/cork';
import { ROW_BY_ROW, poolOptions } from '../../../platform/database/data-source-options';
import { DATABASE_URL } from '../../../platform/database/database-url';
import { isConnectionLost } from '../../../platform/database/pg-errors';
import type { PreparedStatement, StatementRunner } from '../../../platform/database/prepared-statement';
import { withinRequestDeadline } from '../../../platform/database/request-deadline';
import { assertHere } from '../../../platform/database/row-security';
import { WriteFailures } from '../../../platform/database/write-failures';

/** Maximum number of concurrent transactions of ingestion. Each contains events of one organization. */
const POOL_SIZE = 8;

/** Ingestion's own connections, with prepared and pipelined statements. */
@Injectable()
export class IngestionDatabase implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly timeoutMs: number;

  constructor(
    @Inject(DATABASE_URL) url: string,
    @Inject(CONFIG) config: Config,
    private readonly writeFailures: WriteFailures,
  ) {
    this.timeoutMs = config.database.timeoutMs;
    const settings = {
      url,
      poolSize: POOL_SIZE,
      timeoutMs: this.timeoutMs,
      applicationName: `billing-${config.role}-ingestion`,
    };
    this.pool = new Pool({ ...poolOptions(settings, ROW_BY_ROW), pipeline: true });
    this.pool.on('error', () => undefined); // an idle connection was lost; the next transaction opens another
  }

  /**
   * Runs `work` in a transaction, which is durable when this resolves. The statements are pipelined: BEGIN is sent with
   * the first of them, COMMIT with the last. A COMMIT after a failed statement rolls back.
   *
   * @param organizationId whose events are stored: fails if this cell does not serve it
   * @param since when the first caller began to wait (monotonic clock, ms)
   * @throws the first failure: PostgreSQL refuses the statements behind it, and their callers may see that first.
   */
  async transaction<T>(
    organizationId: string,
    work: (sql: StatementRunner) => Promise<T>,
    since: number,
  ): Promise<T> {
    const client = await this.pool.connect();
    const sent = new SentStatements();
    let lost: Error | undefined;
    try {
      corkUntilEndOfTurn(client);
      const deadline = withinRequestDeadline(this.timeoutMs, performance.now() - since);
      void sent.add(client.query(`BEGIN;${deadline};${assertHere(organizationId)}`));
      const result = await work(runnerOn(client, sent));
      corkUntilEndOfTurn(client);
      void sent.add(client.query('COMMIT'));
      await sent.all();
      return result;
    } catch (thrown) {
      const error = sent.failure ?? thrown;
      this.writeFailures.note(error);
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

/** The statements of a transaction that are in progress. */
class SentStatements {
  /** The first failure among them, in the order in which they were sent. */
  failure: unknown;
  private readonly statements: Promise<unknown>[] = [];

  add<Result>(statement: Promise<Result>): Promise<Result> {
    statement.catch((error: unknown) => (this.failure ??= error));
    this.statements.push(statement);
    return statement;
  }

  async all(): Promise<void> {
    await Promise.all(this.statements);
  }
}

/** Returns the error that makes the connection unusable, if any. */
function rollBack(client: PoolClient): Promise<Error | undefined> {
  return client.query('ROLLBACK').then(
    () => undefined,
    (failure: unknown) => failure as Error,
  );
}

function runnerOn(client: PoolClient, sent: SentStatements): StatementRunner {
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
