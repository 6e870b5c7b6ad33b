import { Injectable } from '@nestjs/common';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../../../platform/observability/logger';
import { DeliveryQueue, type AttemptRecord } from './delivery-queue';

const MAX_BATCH = 500;
/** Under load outcomes gather this long between two writes: a statement and its flush are shared by more of them. */
const GATHER_MS = 2;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

/** Told how many outcomes have become durable, or void because of a newer claim. */
export type RecordedListener = (outcomes: number) => void;

/**
 * Group commit for outcomes: the first is written at once, what arrives meanwhile goes with the next. When the
 * database is away, outcomes wait and are written when it is back; the generation keeps a late one from doing harm.
 */
@Injectable()
export class OutcomeRecorder {
  private waiting: AttemptRecord[] = [];
  private isWriting = false;
  private listener: RecordedListener = () => undefined;

  constructor(private readonly queue: DeliveryQueue) {}

  /** Every outcome given to `record` is reported to the listener once, batch by batch. */
  onRecorded(listener: RecordedListener): void {
    this.listener = listener;
  }

  /** Takes an outcome; the listener hears when it is recorded. */
  record(record: AttemptRecord): void {
    this.waiting.push(record);
    if (!this.isWriting) void this.writeAll();
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    await endOfTurn(); // the answers that came in with this one end meanwhile
    for (let pause = FIRST_PAUSE_MS; this.waiting.length > 0;) {
      const batch = this.waiting.splice(0, MAX_BATCH);
      try {
        await this.queue.record(batch);
      } catch (error) {
        this.waiting = [...batch, ...this.waiting];
        logger.warn(
          { reason: (error as Error).message, outcomes: this.waiting.length },
          'Outcomes could not be recorded yet',
        );
        await sleep(pause * (0.5 + Math.random()));
        pause = Math.min(MAX_PAUSE_MS, pause * 2);
        continue;
      }
      this.listener(batch.length);
      pause = FIRST_PAUSE_MS;
      await sleep(GATHER_MS);
    }
    this.isWriting = false;
  }
}
