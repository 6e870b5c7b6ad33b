import { v7 } from 'uuid';

/**
 * A new id: UUID version 7, so that keys of one table grow in time order and stay dense in the index.
 *
 * @param at when given, the id's timestamp is this instant. A table that lists by creation time can then
 *   order by its key alone (see webhook deliveries).
 */
export function newId(at?: Date): string {
  return at === undefined ? v7() : v7({ msecs: at.getTime() });
}

/** The smallest id whose timestamp is `at`, for turning a time bound into a key range. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
