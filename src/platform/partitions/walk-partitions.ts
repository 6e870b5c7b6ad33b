import type { ListSource, Slice } from '../database/read-page';
import { instantOf } from '../domain/id';
import type { PartitionWindow } from './partition-windows.rules';

/** A list by creation time, or by ids that have it, of a partitioned table. Each call is a transaction of its own, which ends its locks. */
export interface PartitionedSource<Row> extends Omit<ListSource<Row>, 'rows' | 'count'> {
  rows(slice: Slice, window: PartitionWindow): Promise<Row[]>;
  count(window: PartitionWindow): Promise<number>;
}

/**
 * Returns a list that reads window after window, in its direction, until a slice is full.
 *
 * @param windows oldest first
 */
export function walkPartitions<Row>(
  source: PartitionedSource<Row>,
  windows: readonly PartitionWindow[],
): ListSource<Row> {
  const counts = new Map<PartitionWindow, Promise<number>>();
  const count = (window: PartitionWindow): Promise<number> => {
    const known = counts.get(window) ?? source.count(window);
    counts.set(window, known);
    return known;
  };
  return {
    ...source,
    async rows(slice) {
      const rows: Row[] = [];
      let { skip } = slice;
      const left = ahead(windows, slice);
      for (const window of left) {
        // Nothing comes after the last window, so it need not be counted.
        if (skip > 0 && window !== left.at(-1) && (await count(window)) <= skip) {
          skip -= await count(window);
          continue;
        }
        rows.push(...(await source.rows({ ...slice, skip, take: slice.take - rows.length }, window)));
        skip = 0;
        if (rows.length === slice.take) break;
      }
      return rows;
    },
    async count() {
      let total = 0;
      for (const window of windows) total += await count(window);
      return total;
    },
  };
}

/** Returns the windows from where the slice begins, in its direction. */
function ahead(windows: readonly PartitionWindow[], { direction, after }: Slice): PartitionWindow[] {
  const at = after === null ? null : new Date(after.value ?? instantOf(after.id));
  const left = windows.filter(({ from, to }) =>
    direction === 'DESC' ? at === null || from === null || at >= from : at === null || to === null || at < to,
  );
  return direction === 'DESC' ? left.reverse() : left;
}
