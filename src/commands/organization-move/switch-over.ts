import { setTimeout as sleep } from 'node:timers/promises';
import { isLockFailure } from '../../platform/database/pg-errors';
import { compareInPause, type Remainder } from './comparison';
import { recordStep, type Move } from './move';
import { MoveRefusal } from './refusal';
import { caughtUp } from './replication';

/** Longest wait for the transactions that write; others wait behind the move meanwhile. */
const LOCK_MS = 500;
/** Longest wait for the target, so that the comparison is within two seconds as well. */
const CATCH_UP_MS = 1000;
/** From the wait for the lock to the switch. */
const PAUSE_MS = 2000;
const TRIES = 8;
const REST_MS = 1000;

/**
 * Pauses the writes of the organization, and makes the target its cell. What arrives meanwhile waits for the lock. If the
 * target is not equal in time, writes go on and it is tried again.
 *
 * @returns how long writes waited, ms
 * @throws MoveRefusal
 */
export async function switchOver(move: Move, remainder: Remainder): Promise<number> {
  for (let tries = 1; ; tries++) {
    const paused = await tryOnce(move, remainder);
    if (paused !== null) return paused;
    if (tries === TRIES) break;
    await sleep(REST_MS);
  }
  throw new MoveRefusal(
    `Writes could not be paused for less than 2 s in ${TRIES} tries.`,
    'The source goes on as before. Run the command again when the servers are less busy.',
  );
}

/** Returns null if it would have taken too long; nothing has changed then. */
async function tryOnce(move: Move, remainder: Remainder): Promise<number | null> {
  const { source, names } = move;
  const since = performance.now();
  if (!(await lock(move))) return null;
  try {
    // Recording flushes the write-ahead log, including commits that did not wait for that.
    await recordStep(move, 'leaving');
    if (!(await caughtUp(move, CATCH_UP_MS))) return null;
    await compareInPause(move, remainder);
    await liftSequences(move);
    if (performance.now() - since > PAUSE_MS) return null;
    await leave(move, Math.round(performance.now() - since));
    await serve(move);
    return Math.round(performance.now() - since);
  } finally {
    await source.run('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [names.lock]);
  }
}

async function lock({ source, names }: Move): Promise<boolean> {
  await source.run(`SET lock_timeout = ${LOCK_MS}`);
  try {
    await source.run('SELECT pg_advisory_lock(hashtextextended($1, 0))', [names.lock]);
    return true;
  } catch (error) {
    if (isLockFailure(error)) return false;
    throw error;
  } finally {
    await source.run(`SET lock_timeout = '2s'`);
  }
}

/**
 * Ends the source's part in one commit with the step, before the target begins: a command that is killed in between leaves
 * an organization that nobody serves until it is run again, never one that two cells serve.
 */
async function leave({ source, organizationId, movedTo }: Move, pauseMs: number): Promise<void> {
  await source.transaction(async () => {
    await source.run(`UPDATE organizations SET cell_state = 'moved', moved_to = $2 WHERE id = $1`, [
      organizationId,
      movedTo,
    ]);
    await source.run(
      `UPDATE organization_moves SET step = 'switched', step_at = now(), pause_ms = $2
        WHERE organization_id = $1 AND finished_at IS NULL`,
      [organizationId, pauseMs],
    );
  });
}

/** Lets the target serve the organization. Leases of the source's workers mean nothing there. */
export async function serve({ target, organizationId }: Move): Promise<void> {
  await target.transaction(async () => {
    await target.run(
      `UPDATE webhook_lanes SET leased_until = now() - interval '1 second' WHERE organization_id = $1 AND leased_until > now()`,
      [organizationId],
    );
    await target.run(
      `UPDATE organizations SET cell_state = 'active', moved_to = NULL WHERE id = $1 AND cell_state = 'arriving'`,
      [organizationId],
    );
  });
}

/** Far above what the target may have taken meanwhile. */
const MARGIN = 1_000_000n;

/** Sequences are not replicated. One that is behind is set far ahead, because others use it at the same time. */
async function liftSequences({ source, target }: Move): Promise<void> {
  const LAST = `
    SELECT quote_ident(sequencename) AS name, coalesce(last_value, 0)::text AS last, increment_by::text AS step
      FROM pg_sequences WHERE schemaname = current_schema()`;
  const ours = await source.rows<{ name: string; last: string; step: string }>(LAST);
  const theirs = new Map(
    (await target.rows<{ name: string; last: string }>(LAST)).map((it) => [it.name, it.last]),
  );
  for (const { name, last, step } of ours) {
    if (BigInt(theirs.get(name) ?? '0') > BigInt(last) + BigInt(step)) continue;
    const next = BigInt(last) + MARGIN * BigInt(step);
    await target.run(`SELECT setval($1, $2)`, [name, next.toString()]);
  }
}
