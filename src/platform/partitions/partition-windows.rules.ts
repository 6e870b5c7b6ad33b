import { firstIdAt } from '../domain/id';
import type { Partition } from './partition';

/** Locks that a list may take, of the 64 to a connection that PostgreSQL provides for, shared by all connections. */
const LOCKS = 90;
/** Relations besides the partitions of a window: the table itself, its DEFAULT, and what it held before. */
const OTHERS = 3;

/** A range of creation times that one statement reads. Null: open. */
export interface PartitionWindow {
  readonly from: Date | null;
  readonly to: Date | null;
  /**
   * End of the partition that holds what the table held before it was partitioned. Ids and creation times of those rows
   * may differ, so every window searches it by creation time.
   */
  readonly legacyEnd: Date | null;
}

/** Creation times of interest, `from` inclusive and `to` exclusive. */
export interface TimeFilter {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/**
 * Divides the time into windows of as many partitions as one transaction may lock (docs/decisions.md#partitions). They
 * follow each other from the oldest to the newest.
 *
 * @param indexes of the table: a statement locks all of them in each partition that it plans for
 */
export function windowsOf(partitions: readonly Partition[], indexes: number): PartitionWindow[] {
  const size = Math.max(1, Math.floor(LOCKS / (1 + indexes)) - OTHERS);
  const legacyEnd = partitions.find((it) => !it.isDefault && it.lower === null)?.upper ?? null;
  const starts = partitions
    .flatMap((it) => (it.isDefault || it.lower === null ? [] : [it.lower]))
    .sort((a, b) => b.getTime() - a.getTime());
  const windows: PartitionWindow[] = [];
  let to: Date | null = null;
  for (let last = size - 1; last < starts.length - 1; last += size) {
    const from: Date | null = starts[last] ?? null;
    windows.unshift({ from, to, legacyEnd });
    to = from;
  }
  return [{ from: null, to, legacyEnd }, ...windows];
}

/** Returns the windows that may have rows of these times. */
export function windowsWithin(windows: readonly PartitionWindow[], filter: TimeFilter): PartitionWindow[] {
  return windows.filter(
    ({ from, to }) =>
      !(from !== null && filter.to !== undefined && filter.to <= from) &&
      !(to !== null && filter.from !== undefined && filter.from >= to),
  );
}

/**
 * Returns the condition of a window, from whose bounds of ids PostgreSQL knows which partitions to leave out.
 *
 * @param alias of the table
 * @param add returns the placeholder of a value: a constant when the statement is planned, so not of a prepared statement
 */
export function conditionOf(
  { from, to, legacyEnd }: PartitionWindow,
  alias: string,
  add: (value: string) => string,
): string {
  if (from === null && to === null) return 'true';
  const times = [
    ...(from === null ? [] : [`${alias}.created_at >= ${add(from.toISOString())}`]),
    ...(to === null ? [] : [`${alias}.created_at < ${add(to.toISOString())}`]),
  ];
  const ids = idBoundsOf({ from, to }, `${alias}.id`, add).join(' AND ');
  const legacy = legacyEnd === null || from === null ? '' : ` OR ${alias}.id < ${add(firstIdAt(legacyEnd))}`;
  return `${times.join(' AND ')} AND (${ids}${legacy})`;
}

/** Returns the conditions of a window on ids that always have the time by which a list is ordered. */
export function idBoundsOf(
  { from, to }: Pick<PartitionWindow, 'from' | 'to'>,
  column: string,
  add: (value: string) => string,
): string[] {
  return [
    ...(from === null ? [] : [`${column} >= ${add(firstIdAt(from))}`]),
    ...(to === null ? [] : [`${column} < ${add(firstIdAt(to))}`]),
  ];
}
