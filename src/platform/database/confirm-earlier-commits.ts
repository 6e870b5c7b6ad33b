import type { Transaction } from './caller';

/**
 * Makes the COMMIT of a transaction wait for the standby even if it writes nothing else. A transaction that acknowledges
 * what an earlier one has committed needs this: the wait of that one may have been canceled, and then its rows are visible
 * although they are on the primary alone (docs/operations.md#a-standby-that-takes-over).
 */
export async function confirmEarlierCommits(tx: Transaction): Promise<void> {
  // Only a transaction with an id that has written to the log waits; the message is for nobody.
  await tx.query(`SELECT pg_logical_emit_message(true, 'billing', '')`);
}
