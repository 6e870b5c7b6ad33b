/** Together with the longest time a statement is given (3.5 s by default) this stays below the 5 s for an answer. */
const PATIENCE_MS = 1000;

/** Somebody who waits behind a call to the database. */
export interface Waiter {
  /** Since when, by `performance.now()`. */
  readonly since: number;
}

/**
 * For a queue behind a call that has just failed because of the database: takes out, and answers, those who have waited
 * so long that they had better share the failure. Their own try could last as long again, and every caller is
 * promised an answer within 5 s (reliability.md, fault 10).
 *
 * @param queue in the order of arrival
 */
export function takeOverdue<W extends Waiter>(queue: W[]): W[] {
  const latest = performance.now() - PATIENCE_MS;
  const kept = queue.findIndex((it) => it.since > latest);
  return queue.splice(0, kept === -1 ? queue.length : kept);
}
