import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type QueryResultRow } from 'pg';
import { CONFIG, type Config } from '../../../platform/config/config';
import { ROW_BY_ROW, poolOptions } from '../../../platform/database/data-source-options';
import { DATABASE_URL } from '../../../platform/database/database-url';
import { isConnectionLost } from '../../../platform/database/pg-errors';
import type { PreparedStatement } from '../../../platform/database/prepared-statement';
import { whenWritten } from './when-written';

/**
 * Number of connections of the delivery engine. They are separate, so that claiming, recording and listening
 * never wait for API requests.
 */
const POOL_SIZE = 6;
/** Claiming and recording may take longer than a statement of the API, but not forever. */
const TIMEOUT_MS = 10_000;

/**
 * The delivery engine's own connection pool. It bypasses TypeORM, because one statement moves hundreds of
 * deliveries. ROW_BY_ROW makes the planner use indexes: a plan cached while the queue was empty would scan
 * the whole queue on every claim.
 */
@Injectable()
export class DeliveryDatabase implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(@Inject(DATABASE_URL) url: string, @Inject(CONFIG) config: Config) {
    const settings = {
      url,
      poolSize: POOL_SIZE,
      timeoutMs: TIMEOUT_MS,
      applicationName: `billing-${config.role}-delivery`,
    };
    this.pool = new Pool({ connectionString: url, ...poolOptions(settings, ROW_BY_ROW) });
    this.pool.on('error', () => undefined); // an idle connection was lost; the next query opens another
  }

  /**
   * Runs a statement.
   *
   * @param onSent called with the time of sending (monotonic clock, ms), once the kernel has accepted the
   * statement, or at the latest with its result; not called if the statement fails before that
   */
  async query<Row extends QueryResultRow>(
    statement: PreparedStatement,
    values: unknown[],
    onSent?: (sentAt: number) => void,
  ): Promise<Row[]> {
    const client = await this.pool.connect();
    let lost: Error | undefined;
    try {
      const sentAt = performance.now();
      const answer = client.query<Row>({ ...statement, values });
      if (onSent !== undefined) whenWritten(client.connection.stream, answer, () => onSent(sentAt));
      return (await answer).rows;
    } catch (error) {
      if (isConnectionLost(error)) lost = error as Error;
      throw error;
    } finally {
      client.release(lost);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
