import { setTimeout as sleep } from 'node:timers/promises';
import { Batcher } from '../../../platform/batching/batcher';
import { isRefusedForValues } from '../../../platform/database/pg-errors';
import { logger } from '../../../platform/observability/logger';
import type { AttemptRecord, DeliveryQueue } from '../queue/delivery-queue';

const MAX_BATCH = 500;
const FIRST_BACKOFF_MS = 100;
/** Short, so that outcomes are recorded before maintenance takes their deliveries for lost. */
const MAX_BACKOFF_MS = 500;

/** Hears what becomes of outcomes, by their number. */
export interface OutcomeListener {
  /** They are on their way: the database records them even if the worker is killed now. */
  outcomesSent(count: number): void;
  /** The database has not accepted them; they will be sent again. */
  outcomesReturned(count: number): void;
  /** They are durable, or superseded by a newer claim. */
  outcomesRecorded(count: number): void;
  /** They have been returned, and are given up because the database rejects their values. */
  outcomesDropped(count: number): void;
}

/**
 * Records outcomes in batches: the first is written immediately, and those that end during a write share the next one.
 * While the database is away outcomes wait in memory; the generation makes an outcome that is too late a no-op.
 */
export class OutcomeRecorder {
  private readonly batcher = new Batcher<AttemptRecord, undefined>({
    maxSize: MAX_BATCH,
    write: (records) => this.writeAll(records),
    isShared: (error) => !isRefusedForValues(error),
  });

  constructor(
    private readonly queue: Pick<DeliveryQueue, 'record'>,
    private readonly listener: OutcomeListener,
  ) {}

  /** Records an outcome. One that the database rejects is dropped: its lease expires, and the delivery is sent again. */
  record(record: AttemptRecord): void {
    this.batcher.add(record).catch((error: unknown) => {
      logger.error(
        { delivery_id: record.deliveryId, reason: (error as Error).message },
        'The database rejected a delivery outcome; the delivery will be sent again',
      );
      this.listener.outcomesDropped(1);
    });
  }

  /**
   * Writes a batch, with backoff while the database is away.
   *
   * @throws when the database rejects a value; the batcher then writes the outcomes one by one
   */
  private async writeAll(records: readonly AttemptRecord[]): Promise<undefined[]> {
    for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(MAX_BACKOFF_MS, backoff * 2)) {
      try {
        await this.write(records);
        return records.map(() => undefined);
      } catch (error) {
        if (isRefusedForValues(error)) throw error;
        logger.warn(
          { reason: (error as Error).message, outcomes: records.length },
          'Could not record delivery outcomes; retrying',
        );
        await sleep(backoff * (0.5 + Math.random()));
      }
    }
  }

  private async write(records: readonly AttemptRecord[]): Promise<void> {
    let sent = 0;
    try {
      await this.queue.record(records, (count) => {
        sent += count;
        this.listener.outcomesSent(count);
      });
    } catch (error) {
      this.listener.outcomesReturned(sent);
      throw error;
    }
    this.listener.outcomesRecorded(records.length);
  }
}
