/** Together with the statement timeout (3.5 s by default), this stays below the 5 s limit for a response. */
const PATIENCE_MS = 1000;

export interface Waiter {
  /** When the wait began, by `performance.now()`. */
  readonly since: number;
}

/**
 * Removes and returns the callers that have waited so long that another database call could exceed the response
 * limit. Call it after a database call has failed, and reject them with its error, so that every caller gets a
 * response within 5 s (docs/operations.md).
 *
 * @param queue the callers that waited for that call to end, in order of arrival
 */
export function removeTimedOut<W extends Waiter>(queue: W[]): W[] {
  const latest = performance.now() - PATIENCE_MS;
  const kept = queue.findIndex((it) => it.since > latest);
  return queue.splice(0, kept === -1 ? queue.length : kept);
}
