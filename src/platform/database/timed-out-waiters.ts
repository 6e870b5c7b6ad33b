import type { Deadline } from './deadline';

/** After this wait, the deadline of a response leaves enough time for a statement. */
const PATIENCE_MS = 500;

/** A caller that waits for a database call on behalf of others to end. */
export interface Waiter {
  readonly deadline: Deadline;
}

/**
 * Removes and returns the callers that have waited so long that another database call could exceed their deadline. Call
 * it after a database call has failed, and reject them with its error, so that they need not wait for the next one to
 * fail (docs/operations.md#database-outages).
 *
 * @param queue the callers that waited for that call to end, in order of arrival
 */
export function removeTimedOut<W extends Waiter>(queue: W[]): W[] {
  const kept = queue.findIndex((it) => it.deadline.elapsedMs < PATIENCE_MS);
  return queue.splice(0, kept === -1 ? queue.length : kept);
}

/** Returns the deadline that ends first. */
export function earliest(waiters: readonly Waiter[]): Deadline {
  const [first, ...others] = waiters.map((it) => it.deadline);
  if (first === undefined) throw new Error('There are no waiters');
  return others.reduce((one, other) => (other.elapsedMs > one.elapsedMs ? other : one), first);
}
