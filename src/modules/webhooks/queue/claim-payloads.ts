import { firstIdAt } from '../../../platform/domain/id';
import { FIND_PAYLOADS, FIRST_ID, LAST_ID } from './claim.queries';
import type { WithoutPayload } from './claimed-delivery';
import type { DeliveryDatabase } from './delivery-database';

const HOUR_MS = 3_600_000;
/** Covers the schedule of retries, and spares the look-up of partitions of other times. */
const RECENT_MS = 12 * HOUR_MS;
/** Clocks of processes differ by less. */
const AHEAD_MS = HOUR_MS;

/** Returns bounds of the ids of events that most deliveries have: nearly all are claimed at once, or retried within hours. */
export function recentIds(): [string, string] {
  const now = Date.now();
  return [firstIdAt(new Date(now - RECENT_MS)), firstIdAt(new Date(now + AHEAD_MS))];
}

/** Returns the bodies of deliveries that a claim has left out, by delivery. */
export async function findPayloads(
  database: DeliveryDatabase,
  wanted: readonly WithoutPayload[],
): Promise<ReadonlyMap<string, string>> {
  if (wanted.length === 0) return new Map();
  const samples = wanted.filter((it) => it.eventId === null);
  const rows = await database.query<{ delivery_id: string; payload: string | null }>(FIND_PAYLOADS, [
    wanted.map((it) => it.organizationId),
    wanted.map((it) => it.deliveryId),
    wanted.map((it) => it.eventId),
    ...boundsOf(wanted.flatMap((it) => it.eventId ?? [])),
    ...boundsOf(samples.map((it) => it.deliveryId)),
  ]);
  return new Map(rows.flatMap((it) => (it.payload === null ? [] : [[it.delivery_id, it.payload]])));
}

/** Returns the first and the last of the ids; of none, bounds that no id is within. */
const boundsOf = (ids: readonly string[]): [string, string] => {
  const sorted = ids.toSorted();
  return [sorted[0] ?? LAST_ID, sorted.at(-1) ?? FIRST_ID];
};
