import type { MoveStep } from '../../platform/cells/move-steps.rules';
import { newId } from '../../platform/domain/id';
import { identityOf } from './checks';
import { namesOf, type MoveNames } from './names';
import type { Progress } from './progress';
import { MoveRefusal } from './refusal';
import type { Side } from './side';
import { movedTables, organizationColumns, type MovedTable } from './tables';

/** The context that every step of a move needs. */
export interface Move {
  readonly source: Side;
  readonly target: Side;
  readonly organizationId: string;
  readonly names: MoveNames;
  readonly tables: readonly MovedTable[];
  /** Of `organizations`, as identifiers. */
  readonly organizationColumns: readonly string[];
  readonly progress: Progress;
  /** Base URL of the other cell; null: not known. */
  readonly movedTo: string | null;
}

/** The record of a move in its source. */
export interface MoveRecord {
  readonly id: string;
  readonly step: MoveStep;
  readonly target: string;
  readonly movedTo: string | null;
}

const RUNNING = `
  SELECT id, step, target, moved_to AS "movedTo" FROM organization_moves
   WHERE organization_id = $1 AND finished_at IS NULL`;

/** Returns the record of the move that is in progress; null if none is. */
export async function runningMove(source: Side, organizationId: string): Promise<MoveRecord | null> {
  return (await source.rows<MoveRecord>(RUNNING, [organizationId]))[0] ?? null;
}

/** Makes the record of a move; retention leaves out partitions from now on. */
export async function beginMove(
  source: Side,
  target: Side,
  organizationId: string,
  movedTo: string | null,
): Promise<MoveRecord> {
  const record: MoveRecord = { id: newId(), step: 'begun', target: await identityOf(target), movedTo };
  await source.run(
    `INSERT INTO organization_moves (organization_id, id, moved_to, target, step, started_at, step_at)
     VALUES ($1, $2, $3, $4, $5, now(), now())`,
    [organizationId, record.id, movedTo, record.target, record.step],
  );
  await afterPartitionJob(source);
  return record;
}

/** Waits until a job that drops partitions has ended: the next one knows of the move. */
export async function afterPartitionJob(side: Side): Promise<void> {
  const lock = `hashtextextended('job:partitions', 0)`;
  await side.run(`SET lock_timeout = '60s'`);
  await side.run(`SELECT pg_advisory_lock(${lock})`);
  await side.run(`SELECT pg_advisory_unlock(${lock})`);
  await side.run(`SET lock_timeout = '2s'`);
}

/** @throws MoveRefusal if the move in progress has another target. */
export async function assertSameTarget(record: MoveRecord, target: Side): Promise<void> {
  if (record.target === (await identityOf(target))) return;
  throw new MoveRefusal(
    'A move of this organization to another database is in progress.',
    'Give --to that database, to go on with it or to --abort it.',
  );
}

export async function moveOf(
  sides: Pick<Move, 'source' | 'target' | 'organizationId'>,
  { movedTo }: MoveRecord,
  progress: Progress,
): Promise<Move> {
  const { source, organizationId } = sides;
  return {
    ...sides,
    names: namesOf(organizationId),
    tables: await movedTables(source),
    organizationColumns: await organizationColumns(source),
    progress,
    movedTo,
  };
}

/** Records that a step is done. */
export async function recordStep({ source, organizationId }: Move, step: MoveStep): Promise<void> {
  const isEnd = step === 'deleted' || step === 'aborted';
  await source.run(
    `UPDATE organization_moves SET step = $2, step_at = now(), detail = NULL, finished_at = CASE WHEN $3 THEN now() END
      WHERE organization_id = $1 AND finished_at IS NULL`,
    [organizationId, step, isEnd],
  );
}

/** Records why the command ends before the move does. */
export async function recordStop(source: Side, organizationId: string, reason: string): Promise<void> {
  await source.run(
    'UPDATE organization_moves SET detail = $2 WHERE organization_id = $1 AND finished_at IS NULL',
    [organizationId, reason],
  );
}
