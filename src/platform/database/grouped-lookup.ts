import { Batcher, REQUEST_WAIT_MS } from '../batching/batcher';

/** Most keys of one query. */
const MAX_KEYS = 500;

/**
 * Batches look-ups by key: those that arrive while a query runs share the next one. Unlike a cache it never returns
 * older data than a separate query would.
 */
export class GroupedLookup<V> {
  private readonly batcher: Batcher<string, V | null>;

  /** @param find returns what exists, by key; missing keys are left out. */
  constructor(find: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>) {
    this.batcher = new Batcher<string, V | null>({
      maxSize: MAX_KEYS,
      maxWaitMs: REQUEST_WAIT_MS,
      async write(keys) {
        const found = await find([...new Set(keys)]);
        return keys.map((key) => found.get(key) ?? null);
      },
    });
  }

  /** Returns the current value of the key, or null. */
  get(key: string): Promise<V | null> {
    return this.batcher.add(key);
  }
}
