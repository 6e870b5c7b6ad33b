import { Client, type ClientConfig } from 'pg';

type Callback = (error: Error | null, ...rest: unknown[]) => void;

/**
 * A driver connection that is thrown away when a statement outlives its deadline. Without this the stuck
 * connection would go back to the pool, and whoever got it next would wait behind the dead statement.
 */
export class DeadlineClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    // A connection can be lost while it is checked out of the pool, where nobody listens; without a listener the
    // 'error' event would end the process. The pool sees at release that the connection is broken.
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
