import { Injectable } from '@nestjs/common';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../../../platform/observability/logger';
import { isRefusedForValues } from '../../../platform/database/pg-errors';
import type { AttemptRecord } from './attempt-record';
import { DeliveryQueue } from './delivery-queue';

const MAX_BATCH = 500;
const FIRST_PAUSE_MS = 100;
/** Short, so that waiting outcomes are recorded before maintenance considers their workers lost. */
const MAX_PAUSE_MS = 500;

/** Receives the progress of outcomes. Each argument is the number of outcomes concerned. */
export interface CompletionListener {
  /**
   * The statement with the outcomes has been sent. The database completes it even if the worker is killed
   * now.
   */
  sent(outcomes: number): void;
  /** The statement failed after it was sent, so its outcomes are waiting to be written again. */
  returned(outcomes: number): void;
  /**
   * The outcomes are durable, or were no-ops because of a newer claim. Each outcome ends either here or in
   * `refused`.
   */
  recorded(outcomes: number): void;
  /**
   * The outcomes were dropped, because the database also rejected them one by one. `returned` was called
   * before.
   */
  refused(outcomes: number): void;
}

/**
 * Records outcomes with group commit: writes the first one immediately, and those that arrive during a write
 * with the next write. During a database outage, outcomes wait. The generation makes late ones harmless.
 */
@Injectable()
export class Completer {
  private waiting: AttemptRecord[] = [];
  private isWriting = false;
  /**
   * Number of outcomes to write one by one next, because the database rejected the batch that contained them.
   */
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

  /** Queues an outcome to be written. The listener is notified of its progress. */
  record(record: AttemptRecord): void {
    this.waiting.push(record);
    if (!this.isWriting) void this.writeAll();
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    for (let pause = FIRST_PAUSE_MS; this.waiting.length > 0;) {
      await endOfTurn(); // let attempts that end in the same event-loop turn join the batch
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
          'Could not record outcomes; will retry',
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
   * Prevents an outcome that the database rejects from blocking the others. Its batch is written again one by
   * one, and the outcome that is rejected again is dropped. The lease of its delivery then expires, and the
   * delivery is sent again.
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
      'The database rejected an outcome; its delivery will be sent again',
    );
    this.listener.refused(1);
  }

  private putBack(batch: readonly AttemptRecord[]): void {
    this.waiting = [...batch, ...this.waiting];
  }
}
