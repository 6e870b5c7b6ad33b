import { v4, v7 } from 'uuid';

/**
 * UUIDv7 sequence of the last ID created with an explicit `at`. Starts at a random value in the lower half of its
 * range, so that it does not overflow while the process runs.
 */
let sequence = parseInt(v4().slice(0, 8), 16) >>> 1;

/**
 * Returns a new UUIDv7. IDs increase with time, which keeps indexes dense.
 *
 * @param at timestamp of the ID; default now. Pass the creation time of a record to sort lists by creation time using
 * the ID alone. IDs for the same instant sort in the order of the calls
 */
export function newId(at?: Date): string {
  if (at === undefined) return v7();
  sequence = (sequence + 1) >>> 0;
  return v7({ msecs: at.getTime(), seq: sequence });
}

/** Returns the smallest ID with timestamp `at`, to filter by time with a range of IDs. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/** Returns the timestamp of a UUIDv7 in milliseconds since 1970. */
export function instantOf(id: string): number {
  return parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
