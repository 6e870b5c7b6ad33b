import { v4, v7 } from 'uuid';

/** Counts what has an instant given; begins below the middle, so that it does not wrap around in a process's life. */
let sequence = parseInt(v4().slice(0, 8), 16) >>> 1;

/**
 * A new id: UUID version 7, so that keys of one table grow in time order and stay dense in the index.
 *
 * @param at when given, the id's timestamp is this instant. A table that lists by creation time can then
 *   order by its key alone (see webhook deliveries). Ids of one instant sort in the order in which this process
 *   made them: the library leaves that to chance as soon as it is told the time.
 */
export function newId(at?: Date): string {
  if (at === undefined) return v7();
  sequence = (sequence + 1) >>> 0;
  return v7({ msecs: at.getTime(), seq: sequence });
}

/** The smallest id whose timestamp is `at`, for turning a time bound into a key range. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/** The instant that an id of version 7 carries, in milliseconds since 1970. */
export function instantOf(id: string): number {
  return parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
