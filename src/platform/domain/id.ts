import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** First values of a millisecond's counter; the other half of its 32 bits is for counting on. */
const FIRST_VALUES = 2 ** 31;

/** The last id with a given timestamp. */
let last = { msecs: 0, seq: 0 };

/**
 * A new id: UUID version 7, so that keys of one table grow in time order and stay dense in the index.
 *
 * @param at when given, the id's timestamp is this instant. A table that lists by creation time can then
 *   order by its key alone (see webhook deliveries): ids of one instant that are made one after the other grow, too.
 */
export function newId(at?: Date): string {
  if (at === undefined) return v7();
  const msecs = at.getTime();
  last = { msecs, seq: msecs === last.msecs ? (last.seq + 1) >>> 0 : randomInt(FIRST_VALUES) };
  return v7(last);
}

/** The smallest id whose timestamp is `at`, for turning a time bound into a key range. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
