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
  /** They are durable, or void because of a newer claim. Each outcome comes once, last, to this or to `refused`. */
  recorded(outcomes: number): void;
  /** They were returned, and are given up, since the database refuses them by themselves. */
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
  /** So many of the next are written one by one, as the database refused them together. */
  private suspects = 0;
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
      const batch = this.waiting.splice(0, this.suspects > 0 ? 1 : MAX_BATCH);
      try {
        await this.write(batch);
        this.suspects = Math.max(0, this.suspects - batch.length);
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
   * An outcome that the database refuses must not hold up the others: those written with it go one by one, and it is
   * found. Its lease runs out, and its delivery is sent again.
   */
  private singleOut(batch: readonly AttemptRecord[], error: unknown): void {
    const [outcome] = batch;
    if (batch.length > 1 || outcome === undefined) {
      this.suspects = batch.length;
      this.putBack(batch);
      return;
    }
    this.suspects = Math.max(0, this.suspects - 1);
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
