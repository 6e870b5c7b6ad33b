import { setTimeout as sleep } from 'node:timers/promises';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { afterPartitionJob, type Move } from './move';
import { MoveRefusal } from './refusal';
import { removeRows } from './rows';
import { tablesWithRows, type MovedTable } from './tables';

const POLL_MS = 100;
const FAST_POLL_MS = 5;

const filtered = ({ name }: MovedTable, organizationId: string): string =>
  `TABLE ${name} WHERE (organization_id = '${organizationId}')`;

async function publishedTables({ source, names }: Move): Promise<Set<string>> {
  const rows = await source.rows<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_publication_tables WHERE pubname = $1`,
    [names.replication],
  );
  return new Set(rows.map((it) => escapeIdentifier(it.name)));
}

/**
 * Publishes the organization and the tables in which it has no row, then makes the slot. What the slot has not seen was
 * committed before it was made; so a table that is still empty afterwards need not be copied, which saves a worker and a
 * slot for each.
 */
export async function publish(move: Move): Promise<void> {
  const { source, organizationId, names, tables, organizationColumns } = move;
  const used = await tablesWithRows(source, organizationId, tables);
  const empty = tables.filter((it) => !used.includes(it));
  await source.run(`DROP PUBLICATION IF EXISTS ${names.replication}`);
  const list = [
    `TABLE organizations (${organizationColumns.join(', ')}) WHERE (id = '${organizationId}')`,
    ...empty.map((it) => filtered(it, organizationId)),
  ];
  await source.run(
    `CREATE PUBLICATION ${names.replication} FOR ${list.join(', ')} WITH (publish_via_partition_root = true)`,
  );
  await dropSlot(move);
  // Waits for the transactions in progress, of all organizations.
  await source.run('SELECT pg_create_logical_replication_slot($1, $2)', [names.replication, 'pgoutput']);
}

/** Makes the organization arrive in the target and lets changes follow, but copies nothing yet. */
export async function subscribe(move: Move): Promise<void> {
  const { source, target, organizationId, names } = move;
  if (await target.has('SELECT 1 FROM pg_subscription WHERE subname = $1', [names.replication])) {
    await target.run(`ALTER SUBSCRIPTION ${names.replication} ENABLE`);
    return;
  }
  await insertArriving(move);
  await afterPartitionJob(target);
  const published = await publishedTables(move);
  const used = await tablesWithRows(source, organizationId, move.tables);
  const late = used.filter((it) => published.has(it.name)).map((it) => it.name);
  if (late.length > 0) {
    await source.run(`ALTER PUBLICATION ${names.replication} DROP TABLE ${late.join(', ')}`);
  }
  await target.run(`SET log_statement = 'none'`).catch(() => undefined); // only superusers may; the URL has a password
  await createSubscription(move);
  await target.run(`ALTER SUBSCRIPTION ${names.replication} ENABLE`);
}

async function createSubscription({ source, target, names }: Move): Promise<void> {
  try {
    await target.run(
      `CREATE SUBSCRIPTION ${names.replication} CONNECTION ${escapeLiteral(source.url)} PUBLICATION ${names.replication}
         WITH (slot_name = ${names.replication}, create_slot = false, copy_data = false, enabled = false,
               synchronous_commit = 'on', disable_on_error = true)`,
    );
  } catch (error) {
    if (error instanceof MoveRefusal) throw error;
    throw new MoveRefusal(
      `The target could not subscribe: ${(error as Error).message}.`,
      'The target must reach the source by the URL in --from: check the address, and pg_hba.conf of the source. Then run the command again.',
    );
  }
}

/** The row arrives before all others, so that nothing works on them. A row that an earlier move left here goes first. */
async function insertArriving(move: Move): Promise<void> {
  const { source, target, organizationId, organizationColumns } = move;
  const [there] = await target.rows<{ state: string }>(
    'SELECT cell_state AS state FROM organizations WHERE id = $1',
    [organizationId],
  );
  if (there?.state === 'arriving') return;
  if (there?.state === 'moved') await removeRows(move, target, 'moved');
  const { row } = await source.row<{ row: unknown }>(
    'SELECT to_jsonb(it) AS row FROM organizations AS it WHERE id = $1',
    [organizationId],
  );
  const columns = organizationColumns.join(', ');
  await target.run(
    `INSERT INTO organizations (${columns}, cell_state)
     SELECT ${columns}, 'arriving' FROM jsonb_populate_record(NULL::organizations, $1)`,
    [JSON.stringify(row)],
  );
}

/** Publishes the other tables as well, and lets the target copy them. */
export async function startCopy(move: Move): Promise<void> {
  const { source, target, organizationId, names, tables } = move;
  const published = await publishedTables(move);
  const others = tables.filter((it) => !published.has(it.name));
  if (others.length > 0) {
    await source.run(
      `ALTER PUBLICATION ${names.replication} ADD ${others.map((it) => filtered(it, organizationId)).join(', ')}`,
    );
  }
  await target.run(`ALTER SUBSCRIPTION ${names.replication} REFRESH PUBLICATION WITH (copy_data = true)`);
}

interface CopyState {
  enabled: boolean;
  left: number;
  done: number;
  copying: string;
}

const COPY_STATE = `
  SELECT subenabled AS enabled, count(*) FILTER (WHERE srsubstate NOT IN ('r', 's'))::int AS left,
         count(*) FILTER (WHERE srsubstate IN ('r', 's'))::int AS done,
         coalesce((SELECT sum(tuples_processed) FROM pg_stat_progress_copy AS copy
                    WHERE copy.datname = current_database()), 0)::text AS copying
    FROM pg_subscription LEFT JOIN pg_subscription_rel ON srsubid = pg_subscription.oid
   WHERE subname = $1 GROUP BY subenabled`;

/** Waits until the copy is complete and the target follows closely. */
export async function awaitCopy(move: Move): Promise<void> {
  const { target, names, progress } = move;
  for (;;) {
    const state = await target.row<CopyState>(COPY_STATE, [names.replication]);
    assertEnabled(state.enabled);
    progress.bar('Copying', state.done / Math.max(1, state.done + state.left));
    if (state.left === 0) break;
    await sleep(POLL_MS);
  }
  await follow(move);
}

/** How long the target may be behind for the pause to begin, ms. */
const CLOSE_MS = 700;

/** Waits until the target needs less than a moment to catch up with the source. */
export async function follow(move: Move): Promise<void> {
  for (;;) {
    const since = performance.now();
    await caughtUp(move, Infinity);
    if (performance.now() - since < CLOSE_MS) return;
  }
}

/**
 * Waits until the target has applied everything that is committed in the source now. Returns false if that takes longer
 * than `withinMs`.
 */
export async function caughtUp({ source, target, names }: Move, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  const { position } = await source.row<{ position: string }>('SELECT pg_current_wal_lsn() AS position');
  for (let polls = 1; ; polls++) {
    const [slot] = await source.rows<{ reached: boolean }>(
      'SELECT confirmed_flush_lsn >= $2 AS reached FROM pg_replication_slots WHERE slot_name = $1',
      [names.replication, position],
    );
    if (slot === undefined) throw lost();
    if (slot.reached) return true;
    if (performance.now() > deadline) return false;
    if (polls % 100 === 0) {
      const { enabled } = await target.row<{ enabled: boolean }>(
        'SELECT subenabled AS enabled FROM pg_subscription WHERE subname = $1',
        [names.replication],
      );
      assertEnabled(enabled);
    }
    await sleep(FAST_POLL_MS);
  }
}

function lost(): MoveRefusal {
  return new MoveRefusal(
    'The replication slot of the move is gone, so changes may be missing.',
    'Run the command with --abort, then move again. A failover of the source loses its slots.',
  );
}

function assertEnabled(enabled: boolean): void {
  if (enabled) return;
  throw new MoveRefusal(
    'The subscription was disabled by an error, which the log of the target names.',
    'Remove its cause and run the command again, or run it with --abort.',
  );
}

/** Ends the replication, from both ends; what is gone already does not matter. */
export async function detach(move: Move): Promise<void> {
  const { source, target, names } = move;
  if (await target.has('SELECT 1 FROM pg_subscription WHERE subname = $1', [names.replication])) {
    await target.run(`ALTER SUBSCRIPTION ${names.replication} DISABLE`);
    // Of a table that is being copied, the slot is dropped by the source: the target asks it to.
    await target.run(`ALTER SUBSCRIPTION ${names.replication} SET (slot_name = NONE)`);
    await dropSubscription(move);
  }
  await dropSlot(move);
  await source.run(`DROP PUBLICATION IF EXISTS ${names.replication}`);
}

async function dropSubscription({ source, target, names }: Move): Promise<void> {
  const { oid } = await target.row<{ oid: string }>('SELECT oid FROM pg_subscription WHERE subname = $1', [
    names.replication,
  ]);
  await target.run(`DROP SUBSCRIPTION ${names.replication}`);
  // Slots of copies in progress, which the target does not drop without a slot of its own.
  await dropSlots(source, `pg\\_${oid}\\_sync\\_%`);
}

const dropSlot = ({ source, names }: Move): Promise<void> =>
  dropSlots(source, names.replication.replaceAll('_', '\\_'));

/** A slot is active until the process that reads it has noticed that it should not. */
async function dropSlots(source: Move['source'], like: string): Promise<void> {
  for (;;) {
    const slots = await source.rows<{ name: string; pid: number | null }>(
      'SELECT slot_name::text AS name, active_pid AS pid FROM pg_replication_slots WHERE slot_name LIKE $1',
      [like],
    );
    for (const { name, pid } of slots) {
      if (pid === null)
        await source.run('SELECT pg_drop_replication_slot($1)', [name]).catch(() => undefined);
    }
    if (slots.length === 0) return;
    await sleep(POLL_MS);
  }
}
