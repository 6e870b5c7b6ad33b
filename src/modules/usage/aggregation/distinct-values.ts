import type { ValueHistory } from './day-changes';
import type { CountedEvent } from './usage-total';

/** The last operation on one value of a unique_count metric, by timestamp and then by arrival. */
export interface DistinctValue {
  active: boolean;
  at: number;
  sequence: number;
  /** Only for prorated metrics, once an operation was counted within the period or late for an earlier one. */
  history?: ValueHistory;
}

/** The known values of one unique_count metric, by key. */
export type DistinctValues = Map<string, DistinctValue>;

/**
 * Applies an event's operation, unless a later one is known.
 *
 * @returns the change in the number of active values: 1, 0 or -1.
 */
export function applyOperation(values: DistinctValues, event: CountedEvent): number {
  if (event.operation === null) return 0;
  const { key, active } = event.operation;
  const known = values.get(key);
  const at = event.timestamp.getTime();
  if (known !== undefined && isAfter(known, at, event.sequence)) return 0;
  values.set(key, { ...known, active, at, sequence: event.sequence });
  return Number(active) - Number(known?.active ?? false);
}

function isAfter(known: DistinctValue, at: number, sequence: number): boolean {
  return known.at > at || (known.at === at && known.sequence > sequence);
}
