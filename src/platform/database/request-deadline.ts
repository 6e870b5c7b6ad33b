/** How much longer than one statement a request may take, because it also waits: for others of its batch, for a connection. */
const WAIT_MS = 500;
/** A wait up to this leaves every statement its usual deadline. */
const NEGLIGIBLE_MS = 100;
const SHORTEST_MS = 250;

/**
 * Returns settings for a transaction that has waited to begin, so that a lock or a slow statement cannot take it beyond
 * the deadline of a response; '' for one that has not waited (docs/operations.md#database-outages).
 *
 * @param statementMs deadline of a statement, the setting DATABASE_TIMEOUT_MS
 */
export function withinRequestDeadline(statementMs: number, waitedMs: number): string {
  if (waitedMs < WAIT_MS + NEGLIGIBLE_MS) return '';
  const leftMs = Math.max(SHORTEST_MS, Math.floor(statementMs + WAIT_MS - waitedMs));
  return `SET LOCAL lock_timeout = ${leftMs}; SET LOCAL statement_timeout = ${leftMs}`;
}
