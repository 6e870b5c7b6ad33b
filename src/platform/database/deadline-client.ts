import { Client, type ClientConfig } from 'pg';
import { isAfterFailure } from './pg-errors';

type Callback = (error: Error | null, ...rest: unknown[]) => void;

/**
 * A driver connection that closes itself when a statement exceeds its deadline. Otherwise the stuck connection would
 * return to the pool, and the next statement on it would wait for the timed-out one.
 *
 * Statements are pipelined, and any of them can be the first whose failure a caller sees. So every statement that
 * PostgreSQL refuses because an earlier one of its transaction has failed reports the failure of the earlier one.
 */
export class DeadlineClient extends Client {
  /** The failure that has aborted the current transaction, if any. */
  private aborted: Error | null = null;

  constructor(config?: string | ClientConfig) {
    super(config);
    // The pool does not listen for errors of a connection that is checked out, and an 'error' event without a listener
    // would end the process. The pool discards the broken connection on release.
    this.on('error', () => undefined);
  }

  override query(...args: unknown[]): never {
    const call = Client.prototype.query.bind(this) as (...values: unknown[]) => unknown;
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback = last as Callback;
      const watched: Callback = (error, ...rest) => {
        if (error === null) this.aborted = null;
        callback(error === null ? null : this.causeOf(error), ...rest);
      };
      return call(...args.slice(0, -1), watched) as never;
    }
    const result = call(...args);
    return (result instanceof Promise ? this.watched(result) : result) as never;
  }

  private async watched(result: Promise<unknown>): Promise<unknown> {
    try {
      const value = await result;
      this.aborted = null; // an aborted transaction executes nothing but its rollback
      return value;
    } catch (error) {
      throw error instanceof Error ? this.causeOf(error) : error;
    }
  }

  private causeOf(error: Error): Error {
    if (error.message === 'Query read timeout') this.drop();
    if (this.aborted !== null && isAfterFailure(error)) return this.aborted;
    this.aborted = error;
    return error;
  }

  private drop(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}
