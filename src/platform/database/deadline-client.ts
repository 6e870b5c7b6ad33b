import { Client, type ClientConfig } from 'pg';
import { currentDeadline, type Deadline } from './deadline';
import { isAfterFailure } from './pg-errors';

type Callback = (error: Error | null, ...rest: unknown[]) => void;

interface Internals {
  /** Whether the pool may reuse the connection. */
  _queryable: boolean;
  connection: { stream: { destroy(): void } };
  /** The driver reads the deadline of a statement from here when it sends it. */
  connectionParameters: { query_timeout: number };
}

/**
 * A driver connection whose statements end at the deadline of their request. It closes itself when a statement exceeds
 * its deadline. Otherwise the stuck connection would return to the pool, and the next statement on it would wait for the
 * timed-out one.
 *
 * Statements are pipelined, and any of them can be the first whose failure a caller sees. So every statement that
 * PostgreSQL refuses because an earlier one of its transaction has failed reports the failure of the earlier one.
 */
export class DeadlineClient extends Client {
  /** The failure that has aborted the current transaction, if any. */
  private aborted: Error | null = null;
  /** The deadline of the statements; if undefined, that of the request that sends them. */
  deadline: Deadline | undefined;
  private readonly timeoutMs: number;

  constructor(config?: string | ClientConfig) {
    super(config);
    this.timeoutMs = this.internals.connectionParameters.query_timeout;
    // The pool does not listen for errors of a connection that is checked out, and an 'error' event without a listener
    // would end the process. The pool discards the broken connection on release.
    this.on('error', () => undefined);
  }

  override query(...args: unknown[]): never {
    const deadline = this.deadline ?? currentDeadline();
    this.internals.connectionParameters.query_timeout =
      deadline?.limitsStatements === true ? deadline.limit(this.timeoutMs) : this.timeoutMs;
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
    if (error.message === 'Query read timeout') this.close();
    if (this.aborted !== null && isAfterFailure(error)) return this.aborted;
    this.aborted = error;
    return error;
  }

  private close(): void {
    this.internals._queryable = false; // the pool may get it back before the socket reports that it is closed
    this.internals.connection.stream.destroy();
  }

  private get internals(): Internals {
    return this as unknown as Internals;
  }
}
