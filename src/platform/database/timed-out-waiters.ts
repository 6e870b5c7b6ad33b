/** Together with the statement timeout (3.5 s by default), this stays below the 5 s limit for a response. */
const PATIENCE_MS = 1000;

/** A caller that waits for a call to the database. */
export interface Waiter {
  /** Start of the wait, by `performance.now()`. */
  readonly since: number;
}

/**
 * Removes and returns the callers to fail together with a database call that has just failed: those that have waited
 * too long for an attempt of their own, because every caller gets a response within 5 s (docs/operations.md).
 *
 * @param queue the callers behind that call, in order of arrival
 */
export function removeTimedOut<W extends Waiter>(queue: W[]): W[] {
  const latest = performance.now() - PATIENCE_MS;
  const kept = queue.findIndex((it) => it.since > latest);
  return queue.splice(0, kept === -1 ? queue.length : kept);
}
