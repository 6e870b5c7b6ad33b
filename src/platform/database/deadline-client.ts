import { Client, type ClientConfig } from 'pg';

type Callback = (error: Error | null, ...rest: unknown[]) => void;

/**
 * A driver connection that closes itself when a statement exceeds its deadline. Otherwise the stuck connection would
 * return to the pool, and the next statement on it would wait for the timed-out one.
 */
export class DeadlineClient extends Client {
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
        this.dropIfStuck(error);
        callback(error, ...rest);
      };
      return call(...args.slice(0, -1), watched) as never;
    }
    const result = call(...args);
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        this.dropIfStuck(error);
      });
    return result as never;
  }

  private dropIfStuck(error: unknown): void {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}
