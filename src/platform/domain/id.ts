import { v4, v7 } from 'uuid';

/**
 * Counts IDs with a given instant. Starts below the middle so that it does not overflow during the life of the process.
 */
let sequence = parseInt(v4().slice(0, 8), 16) >>> 1;

/**
 * Returns a new UUIDv7. IDs grow with time, which keeps indexes dense.
 *
 * @param at timestamp of the ID, by default now. With the creation time, a list by creation time can be sorted by the
 * key alone. IDs of one instant sort in the order of the calls, which the library does not guarantee for a given time
 */
export function newId(at?: Date): string {
  if (at === undefined) return v7();
  sequence = (sequence + 1) >>> 0;
  return v7({ msecs: at.getTime(), seq: sequence });
}

/** Returns the smallest ID with timestamp `at`, to turn a time bound into a key range. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/** Returns the timestamp of a UUIDv7 in milliseconds since 1970. */
export function instantOf(id: string): number {
  return parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
