import { Injectable } from '@nestjs/common';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../../../platform/observability/logger';
import { isRefusedForValues } from '../../../platform/database/pg-errors';
import { DeliveryQueue, type AttemptRecord } from './delivery-queue';

const MAX_BATCH = 500;
const FIRST_PAUSE_MS = 100;
/** Short, so that outcomes are there before upkeep takes their deliveries for lost. */
const MAX_PAUSE_MS = 500;

/** Told what becomes of outcomes, by their number. */
export interface RecordingListener {
  /** They are with the database, which completes this also when the worker is killed now. */
  sent(outcomes: number): void;
  /** The database did not take them: they are with the worker again. */
  returned(outcomes: number): void;
  /** They are durable, or void because of a newer claim. Each outcome comes to this once, as the last, or to `refused`. */
  recorded(outcomes: number): void;
  /** They were returned, and the database will never take them. */
  refused(outcomes: number): void;
}

/**
 * Group commit for outcomes: the first is written at once, what arrives meanwhile goes with the next. When the
 * database is away, outcomes wait and are written when it is back; the generation keeps a late one from doing harm.
 */
@Injectable()
export class OutcomeRecorder {
  private waiting: AttemptRecord[] = [];
  private isWriting = false;
  private most = MAX_BATCH;
  private listener: RecordingListener = {
    sent: () => undefined,
    returned: () => undefined,
    recorded: () => undefined,
    refused: () => undefined,
  };

  constructor(private readonly queue: DeliveryQueue) {}

  /** Called by the dispatcher, once. */
  subscribe(listener: RecordingListener): void {
    this.listener = listener;
  }

  /** Takes an outcome; the listener hears what becomes of it. */
  record(record: AttemptRecord): void {
    this.waiting.push(record);
    if (!this.isWriting) void this.writeAll();
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    for (let pause = FIRST_PAUSE_MS; this.waiting.length > 0;) {
      await endOfTurn(); // the answers that came in with this one end meanwhile
      const batch = this.waiting.splice(0, this.most);
      try {
        await this.write(batch);
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        if (isRefusedForValues(error)) {
          this.singleOut(batch, error);
          continue;
        }
        this.putBack(batch);
        logger.warn(
          { reason: (error as Error).message, outcomes: this.waiting.length },
          'Outcomes could not be recorded yet',
        );
        await sleep(pause * (0.5 + Math.random()));
        pause = Math.min(MAX_PAUSE_MS, pause * 2);
      }
    }
    this.isWriting = false;
  }

  private async write(batch: readonly AttemptRecord[]): Promise<void> {
    let sent = 0;
    try {
      await this.queue.record(batch, (outcomes) => {
        sent += outcomes;
        this.listener.sent(outcomes);
      });
    } catch (error) {
      this.listener.returned(sent);
      throw error;
    }
    this.listener.recorded(batch.length);
  }

  /**
   * An outcome that the database will never take must not hold up the others: they go one by one until it is found. Its
   * lease runs out, and its delivery is sent again.
   */
  private singleOut(batch: readonly AttemptRecord[], error: unknown): void {
    const [outcome] = batch;
    this.most = batch.length > 1 ? 1 : MAX_BATCH;
    if (batch.length > 1 || outcome === undefined) {
      this.putBack(batch);
      return;
    }
    logger.error(
      { webhook_id: outcome.deliveryId, reason: (error as Error).message },
      'The database refuses an outcome; its delivery is sent again',
    );
    this.listener.refused(1);
  }

  private putBack(batch: readonly AttemptRecord[]): void {
    this.waiting = [...batch, ...this.waiting];
  }
}
