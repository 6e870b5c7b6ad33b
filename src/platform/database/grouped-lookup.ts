import { takeOverdue, type Waiter } from './take-overdue';

interface Waiting<V> extends Waiter {
  key: string;
  resolve: (value: V | null) => void;
  reject: (error: unknown) => void;
}

/** Keys that one query asks for at most. */
const MAX_KEYS = 500;

/**
 * Look-ups by key that arrive while a query runs share the next one. Each is answered by a query that began after
 * it was asked for, so unlike a cache it never tells what is no longer so.
 */
export class GroupedLookup<V> {
  private waiting: Waiting<V>[] = [];
  private running = false;

  /** @param find answers what there is, by key; keys without anything are left out. */
  constructor(private readonly find: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>) {}

  /** What the key stands for now, or null. */
  get(key: string): Promise<V | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject, since: performance.now() });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    await new Promise(setImmediate); // what arrived in this turn of the event loop goes together
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, MAX_KEYS);
      try {
        const found = await this.find([...new Set(group.map((it) => it.key))]);
        for (const { key, resolve } of group) resolve(found.get(key) ?? null);
      } catch (error) {
        for (const { reject } of [...group, ...takeOverdue(this.waiting)]) reject(error);
      }
    }
    this.running = false;
  }
}
