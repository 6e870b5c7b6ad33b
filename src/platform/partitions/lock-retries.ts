import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryableConflict, isStatementFailure } from '../database/pg-errors';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Repeats work that waits for the lock of a table in use for a short time only, with backoff and jitter, so that what
 * queues behind it meanwhile is soon served.
 *
 * @param attempts how often it is tried; eight take up to 12 s
 */
export async function withLockRetries<T>(work: () => Promise<T>, attempts = 8): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !(isStatementFailure(error) || isRetryableConflict(error))) throw error;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}
