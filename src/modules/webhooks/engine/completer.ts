import { Injectable } from '@nestjs/common';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../../../platform/observability/logger';
import { isRefusedForValues } from '../../../platform/database/pg-errors';
import { DeliveryQueue, type AttemptRecord } from './delivery-queue';

const MAX_BATCH = 500;
const FIRST_PAUSE_MS = 100;
/** Short, so that outcomes are recorded before maintenance counts their deliveries as lost. */
const MAX_PAUSE_MS = 500;

/** Receives the progress of outcomes, as counts. */
export interface CompletionListener {
  /** Outcomes have been sent to the database, which completes the statement even if the worker is killed now. */
  sent(outcomes: number): void;
  /** The database did not accept the outcomes; the worker has them again. */
  returned(outcomes: number): void;
  /** Outcomes are durable, or no-ops because of a newer claim. Each outcome ends either here or in `refused`. */
  recorded(outcomes: number): void;
  /** Outcomes were returned and are abandoned, because the database also rejects them one by one. */
  refused(outcomes: number): void;
}

/**
 * Group commit for outcomes: writes the first one immediately, and those that arrive during a write with the next.
 * During a database outage, outcomes wait; the generation makes late ones harmless.
 */
@Injectable()
export class Completer {
  private waiting: AttemptRecord[] = [];
  private isWriting = false;
  /** Number of outcomes to write one by one next, because the database rejected them as a batch. */
  private suspects = 0;
  private listener: CompletionListener = {
    sent: () => undefined,
    returned: () => undefined,
    recorded: () => undefined,
    refused: () => undefined,
  };

  constructor(private readonly queue: DeliveryQueue) {}

  /** Sets the listener. The producer calls this once. */
  subscribe(listener: CompletionListener): void {
    this.listener = listener;
  }

  /** Queues an outcome and reports its progress to the listener. */
  record(record: AttemptRecord): void {
    this.waiting.push(record);
    if (!this.isWriting) void this.writeAll();
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    for (let pause = FIRST_PAUSE_MS; this.waiting.length > 0;) {
      await endOfTurn(); // include attempts that ended at the same time
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
          'Recording outcomes failed; trying again',
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
   * Keeps an outcome that the database rejects from blocking the others: writes the outcomes of its batch one by one to
   * find it, and drops it. Its lease then expires, and its delivery is sent again.
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
      'The database rejects an outcome; its delivery will be sent again',
    );
    this.listener.refused(1);
  }

  private putBack(batch: readonly AttemptRecord[]): void {
    this.waiting = [...batch, ...this.waiting];
  }
}
