/** Together with the deadline of a statement (3.5 s by default) this stays below the 5 s for a response. */
const PATIENCE_MS = 1000;

/** A caller that waits for a call to the database. */
export interface Waiter {
  /** Start of the wait, by `performance.now()`. */
  readonly since: number;
}

/**
 * For a queue behind a call that has just failed because of the database: removes and returns the callers that have
 * waited so long that they should share the failure. Their own attempt could take as long again, and every caller gets
 * a response within 5 s (docs/operations.md).
 *
 * @param queue in the order of arrival
 */
export function removeTimedOut<W extends Waiter>(queue: W[]): W[] {
  const latest = performance.now() - PATIENCE_MS;
  const kept = queue.findIndex((it) => it.since > latest);
  return queue.splice(0, kept === -1 ? queue.length : kept);
}
