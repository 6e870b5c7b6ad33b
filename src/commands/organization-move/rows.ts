import { MoveRefusal } from './refusal';
import type { Move } from './move';
import type { Side } from './side';
import { isKept, tablesWithRows } from './tables';

/** Rows per statement. */
const BATCH = 5000;

/** By ctid, because not every table has an id. Each partition has the same ctids, so the organization is asked again. */
const deletion = (table: string): string => `
  WITH deleted AS (
    DELETE FROM ${table} WHERE organization_id = $1 AND ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE organization_id = $1 LIMIT ${BATCH}))
    RETURNING 1)
  SELECT count(*)::int AS n FROM deleted`;

/** What is replicated or deleted here has fired its triggers already, or lives on in the other cell. */
export async function withoutTriggers(side: Side): Promise<void> {
  await side.run('SET session_replication_role = replica');
}

/** Deletes the rows of the organization in the source, in batches, but for those that tell where it is now. */
export async function deleteAtSource(move: Move): Promise<void> {
  const { source, organizationId, tables, progress } = move;
  await assertState(source, organizationId, 'moved');
  const used = await tablesWithRows(source, organizationId, tables);
  const gone = used.filter((it) => !isKept(it));
  for (const [index, { name }] of gone.entries()) {
    await deleteAll(source, name, organizationId);
    progress.bar('Deleting at the source', (index + 1) / gone.length);
  }
}

/**
 * Deletes everything of the organization in one of the databases, and the organization.
 *
 * @param state in which it must be there
 */
export async function removeRows(
  { organizationId, tables }: Move,
  side: Side,
  state: 'arriving' | 'moved',
): Promise<void> {
  await assertState(side, organizationId, state);
  for (const { name } of await tablesWithRows(side, organizationId, tables)) {
    await deleteAll(side, name, organizationId);
  }
  await side.run('DELETE FROM organization_moves WHERE organization_id = $1', [organizationId]);
  await side.run('DELETE FROM organizations WHERE id = $1 AND cell_state = $2', [organizationId, state]);
}

async function deleteAll(side: Side, table: string, organizationId: string): Promise<void> {
  for (;;) {
    const { n } = await side.row<{ n: number }>(deletion(table), [organizationId]);
    if (n === 0) return;
  }
}

/** The last guard before rows are deleted. @throws MoveRefusal */
async function assertState(side: Side, organizationId: string, state: string): Promise<void> {
  if (
    await side.has('SELECT 1 FROM organizations WHERE id = $1 AND cell_state = $2', [organizationId, state])
  )
    return;
  throw new MoveRefusal(
    `The organization is not ${state} in the ${side.name}, so nothing was deleted there.`,
    'Find out who has changed its cell_state.',
  );
}
