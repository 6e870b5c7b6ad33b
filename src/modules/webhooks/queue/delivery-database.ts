import type { Writable } from 'node:stream';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type QueryResultRow } from 'pg';
import { CONFIG, type Config } from '../../../platform/config/config';
import { ROW_BY_ROW, poolOptions } from '../../../platform/database/data-source-options';
import { DATABASE_URL } from '../../../platform/database/database-url';
import { isConnectionLost } from '../../../platform/database/pg-errors';
import type { PreparedStatement } from '../../../platform/database/prepared-statement';
import { WriteFailures } from '../../../platform/database/write-failures';

/** Connections of the delivery engine, so that claiming and recording never wait behind API requests. */
const POOL_SIZE = 6;
/** A claim or record may take longer than an API statement, but it must end. */
const TIMEOUT_MS = 10_000;

/**
 * The engine's own connection pool. The hot path goes without TypeORM: one statement moves hundreds of deliveries.
 * ROW_BY_ROW keeps the planner on the indexes: a plan made while the queue was empty would scan all of it at each claim.
 */
@Injectable()
export class DeliveryDatabase implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(
    @Inject(DATABASE_URL) url: string,
    @Inject(CONFIG) config: Config,
    private readonly writeFailures: WriteFailures,
  ) {
    const settings = {
      url,
      poolSize: POOL_SIZE,
      timeoutMs: TIMEOUT_MS,
      applicationName: `billing-${config.role}-delivery`,
    };
    this.pool = new Pool(poolOptions(settings, ROW_BY_ROW));
    this.pool.on('error', () => undefined); // an idle connection was lost; the next query opens another
  }

  /**
   * Runs a statement.
   *
   * @param onFlushed called once the kernel has accepted the statement, as in `whenFlushed`, with the time at which it
   *   was sent (monotonic clock, ms)
   */
  async query<Row extends QueryResultRow>(
    statement: PreparedStatement,
    values: unknown[],
    onFlushed?: (sentAt: number) => void,
  ): Promise<Row[]> {
    const client = await this.pool.connect();
    let lost: Error | undefined;
    try {
      const sentAt = performance.now();
      const result = client.query<Row>({ ...statement, values });
      if (onFlushed !== undefined) whenFlushed(client.connection.stream, result, () => onFlushed(sentAt));
      return (await result).rows;
    } catch (error) {
      this.writeFailures.note(error);
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

/**
 * Calls back once when the kernel has accepted everything written to the stream, so that it arrives even if this
 * process is killed. Calls back no later than the result arrives, and never after it has failed. That is immediately for
 * all but the longest statements; over TLS, at the end of this turn of the event loop.
 */
export function whenFlushed(stream: Writable, result: Promise<unknown>, callback: () => void): void {
  if (stream.writableLength === 0) {
    callback();
    return;
  }
  let isPending = true;
  const report = (): void => {
    if (isPending) callback();
    isPending = false;
  };
  setImmediate(() => {
    if (stream.writableLength === 0) report();
  });
  result.then(report, () => (isPending = false));
}
