import { Injectable } from '@nestjs/common';
import { codeOf } from './pg-errors';

/** SQLSTATEs of a full disk, an I/O error, and missing rights to a table or to the files of the database. */
const REFUSED = new Set(['53100', '58030', '42501', 'ENOSPC']);

/** Returns whether the database refused a write for lack of space or rights. */
export function isWriteRefused(error: unknown): boolean {
  return REFUSED.has(codeOf(error) ?? '');
}

/**
 * Remembers whether the database refused the last write of this process for lack of space or rights
 * (docs/operations.md#health-checks). Only a write shows this: smaller writes may still succeed on a full disk.
 */
@Injectable()
export class WriteFailures {
  private refusedAt: number | null = null;

  /** Milliseconds since the database refused a write, or null if a later write has succeeded. */
  get age(): number | null {
    return this.refusedAt === null ? null : performance.now() - this.refusedAt;
  }

  /**
   * Runs a write.
   *
   * @param write calls `wrote` if it changes anything, because a transaction that only reads shows nothing
   */
  async watch<T>(write: (wrote: () => void) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let hasWritten = false as boolean; // changes in the callback
    try {
      const result = await write(() => (hasWritten = true));
      if (hasWritten && startedAt > (this.refusedAt ?? Infinity)) this.refusedAt = null;
      return result;
    } catch (error) {
      if (isWriteRefused(error)) this.refusedAt = performance.now();
      throw error;
    }
  }
}
