import { Injectable } from '@nestjs/common';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../../../platform/observability/logger';
import { DeliveryQueue, type AttemptRecord } from './delivery-queue';

const MAX_BATCH = 500;
/** Under load outcomes gather this long between two writes: a row of a large batch costs half of one alone. */
const GATHER_MS = 10;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

interface Waiting {
  record: AttemptRecord;
  recorded: () => void;
}

/**
 * Group commit for outcomes: the first is written at once, what arrives meanwhile goes with the next. When the database is
 * away, outcomes wait and are written when it is back; the generation keeps a late one from doing harm.
 */
@Injectable()
export class OutcomeRecorder {
  private waiting: Waiting[] = [];
  private isWriting = false;

  constructor(private readonly queue: DeliveryQueue) {}

  /** Resolves when the outcome is durable, or when a newer claim has made it void. */
  record(record: AttemptRecord): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ record, recorded: resolve });
      if (!this.isWriting) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    await endOfTurn(); // the answers that came in with this one end meanwhile
    for (let pause = FIRST_PAUSE_MS; this.waiting.length > 0;) {
      const batch = this.waiting.splice(0, MAX_BATCH);
      try {
        await this.queue.record(batch.map((it) => it.record));
        for (const it of batch) it.recorded();
        pause = FIRST_PAUSE_MS;
        await sleep(GATHER_MS);
      } catch (error) {
        this.waiting = [...batch, ...this.waiting];
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
}
