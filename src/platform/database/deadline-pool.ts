import { Pool, type PoolClient } from 'pg';
import { currentDeadline, type Deadline } from './deadline';

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/** A pool whose callers wait for a connection no longer than the deadline of their request allows. */
export class DeadlinePool extends Pool {
  /** Overloaded like the driver's: with a callback it returns nothing. */
  override connect(callback?: Callback): never {
    const connecting = this.connectBefore(currentDeadline());
    if (callback === undefined) return connecting as never;
    connecting.then(
      (client) => {
        callback(undefined, client, (error) => {
          client.release(error as Error | boolean | undefined);
        });
      },
      (error: unknown) => {
        callback(error as Error, undefined, () => undefined);
      },
    );
    return undefined as never;
  }

  /** Returns a connection, which the caller must release. Rejects once the deadline has passed. */
  async connectBefore(deadline: Deadline | undefined): Promise<PoolClient> {
    const connecting = (Pool.prototype.connect as () => Promise<PoolClient>).call(this);
    const usualMs = this.options.connectionTimeoutMillis ?? 0;
    const ms = deadline?.limit(usualMs) ?? usualMs;
    if (ms === usualMs) return connecting;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('timeout exceeded when trying to connect'));
        void connecting.then(
          (client) => {
            client.release(); // nobody waits for it any more
          },
          () => undefined,
        );
      }, ms);
    });
    return Promise.race([connecting, timeout]).finally(() => {
      clearTimeout(timer);
    });
  }
}
