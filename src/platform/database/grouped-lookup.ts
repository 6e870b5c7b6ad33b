import { Deadline, withDeadline } from './deadline';
import { earliest, removeTimedOut, type Waiter } from './timed-out-waiters';

interface Waiting<V> extends Waiter {
  key: string;
  resolve: (value: V | null) => void;
  reject: (error: unknown) => void;
}

const MAX_KEYS = 500;

/**
 * Batches lookups by key: those that arrive while a query runs share the next query. Unlike a cache, it never returns
 * data that is older than the call.
 */
export class GroupedLookup<V> {
  private waiting: Waiting<V>[] = [];
  private running = false;

  /**
   * @param find returns the values by key, without the keys that have no value
   * @param timeoutMs deadline of a statement, DATABASE_TIMEOUT_MS
   */
  constructor(
    private readonly find: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    private readonly timeoutMs: number,
  ) {}

  /** Returns the value of the key, or null if there is none. */
  get(key: string): Promise<V | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject, deadline: new Deadline(this.timeoutMs) });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    await new Promise(setImmediate); // waits for the other keys of this event-loop turn
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, MAX_KEYS);
      try {
        const keys = [...new Set(group.map((it) => it.key))];
        const found = await withDeadline(earliest(group), () => this.find(keys));
        for (const { key, resolve } of group) resolve(found.get(key) ?? null);
      } catch (error) {
        for (const { reject } of [...group, ...removeTimedOut(this.waiting)]) reject(error);
      }
    }
    this.running = false;
  }
}
