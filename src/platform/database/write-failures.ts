import { Injectable } from '@nestjs/common';
import { isWriteRefused } from './pg-errors';

/** How long a refused write counts: health checks come every few seconds. */
const REMEMBER_MS = 10_000;

/**
 * Remembers that the database has refused a write: only an attempt tells that a disk is full, and the space that a write
 * needs differs from the next one's.
 */
@Injectable()
export class WriteFailures {
  private lastAt = -REMEMBER_MS;

  /** Takes the failure of any work; those with other causes do not count. */
  note(error: unknown): void {
    if (isWriteRefused(error)) this.lastAt = performance.now();
  }

  /** Whether a write was refused lately. */
  get isRecent(): boolean {
    return performance.now() - this.lastAt < REMEMBER_MS;
  }
}
