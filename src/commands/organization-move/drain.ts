import { setTimeout as sleep } from 'node:timers/promises';
import { MoveRefusal } from './refusal';
import type { Move } from './move';
import type { Side } from './side';

const POLL_MS = 50;
/** An attempt of a delivery, and a call of a payment provider, take at most 15 s. */
const DRAIN_MS = 20_000;

/**
 * Work outside of transactions, by its lease: deliveries, and rows whose time is set ahead for as long as the work may
 * take. A row that just waits for its time looks the same, which costs a move the whole time to drain.
 */
const LEASED: Readonly<Record<string, string>> = {
  webhook_queue: `stage = 'queued' AND leased_until IS NOT NULL`,
  collections: `next_action_at BETWEEN now() AND now() + interval '45 seconds'`,
  refund_orders: `next_action_at BETWEEN now() AND now() + interval '45 seconds'`,
  emails: `state = 'pending' AND attempts > 0 AND due_at BETWEEN now() AND now() + interval '5 minutes'`,
};

/** Lets no new work begin for the organization, and waits for what has begun. @throws MoveRefusal */
export async function drain(move: Move): Promise<void> {
  const { source, organizationId } = move;
  await source.run(
    `UPDATE organizations SET cell_state = 'leaving' WHERE id = $1 AND cell_state = 'active'`,
    [organizationId],
  );
  const deadline = performance.now() + DRAIN_MS;
  await awaitEarlierTransactions(source, deadline);
  const works = Object.entries(LEASED).map(
    ([table, where]) => `SELECT 1 FROM ${table} WHERE organization_id = $1 AND ${where}`,
  );
  const isAtWork = `SELECT 1 WHERE ${works.map((it) => `EXISTS (${it})`).join(' OR ')}`;
  while (await source.has(isAtWork, [organizationId])) {
    // The rest was lost with its process, or is not due yet: the target resumes it as it would after a crash.
    if (performance.now() > deadline) return;
    await sleep(POLL_MS);
  }
}

/**
 * Waits for the statements and transactions that began before the state was committed and may act by the one before. They
 * are those with an older snapshot or transaction id.
 */
async function awaitEarlierTransactions(source: Side, deadline: number): Promise<void> {
  const { xid } = await source.row<{ xid: string }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid',
  );
  const earlier = `
    SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
       AND ($1::xid8::xid::text::bigint - least(backend_xid::text::bigint, backend_xmin::text::bigint))
           BETWEEN 1 AND 2147483648`;
  while (await source.has(earlier, [xid])) {
    if (performance.now() > deadline) {
      throw new MoveRefusal(
        'A transaction that began before the move wanted to take over has not ended within 20 s.',
        'The source goes on as before. End it (pg_stat_activity shows it), and run the command again.',
      );
    }
    await sleep(POLL_MS);
  }
}
