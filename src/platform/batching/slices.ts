/** Time that a loop over many rows may hold the event loop before other requests get a turn, in milliseconds. */
const SLICE_MS = 2;

/** The clock and the event loop, replaced in tests. */
export interface Turns {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Resolves after the event loop has served what else is waiting. */
  next(): Promise<void>;
}

const EVENT_LOOP: Turns = {
  now: () => performance.now(),
  next: () => new Promise((resolve) => setImmediate(resolve)),
};

/** Yields items, and gives the event loop a turn every 2 ms (docs/decisions.md#fairness-of-the-api). */
export async function* inSlices<T>(items: readonly T[], turns: Turns = EVENT_LOOP): AsyncGenerator<T> {
  let startedAt = turns.now();
  for (const item of items) {
    if (turns.now() - startedAt >= SLICE_MS) {
      await turns.next();
      startedAt = turns.now();
    }
    yield item;
  }
}

/** As `Array.map`, but in slices. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  turns: Turns = EVENT_LOOP,
): Promise<R[]> {
  const mapped: R[] = [];
  for await (const item of inSlices(items, turns)) mapped.push(map(item));
  return mapped;
}
