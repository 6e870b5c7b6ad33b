import type { LaneKey } from './claimed-delivery';
import type { Suspicion } from './lane';
import type { SlowPlaces } from './slow-places';

/** An endpoint with queued deliveries, and how many more of them this worker would claim. */
export interface OpenLane extends LaneKey {
  room: number;
  /** Number of its deliveries that this worker holds. */
  held: number;
  /** Moving average; null while unknown. */
  latencyMs: number | null;
  /** Why the endpoint may hang. If set, each of its next `needsPlaces` deliveries takes a slow slot. */
  suspicion: Suspicion | null;
  needsPlaces: number;
}

/** An endpoint queue with its share. */
export interface LaneQuota extends LaneKey {
  quota: number;
}

/** A share with the data that determined it. */
export type LaneShare = OpenLane & LaneQuota;

/**
 * Distributes `room` claims in rounds of one per organization. Within an organization, endpoints with the fewest claims
 * come first, then the fastest. So no loud organization and no busy endpoint crowds out the others, and none gets more
 * than its share of slow slots.
 */
export function fairShare(
  lanes: readonly OpenLane[],
  room: number,
  places: Pick<SlowPlaces, 'take'>,
): LaneShare[] {
  const shares = lanes.map((lane) => ({ ...lane, quota: 0 }));
  const turns = turnsByOrganization(shares);
  let left = room;
  while (left > 0 && turns.length > 0) {
    for (const turn of turns) {
      if (left === 0) break;
      const lane = nextOf(turn, places);
      if (lane === undefined) continue;
      lane.quota++;
      left--;
      if (lane.quota < lane.room) turn.push(lane);
    }
    removeEmpty(turns);
  }
  return shares.filter((lane) => lane.quota > 0);
}

/** Removes and returns the organization's next endpoint that may get one more claim; drops those that may not. */
function nextOf(turn: LaneShare[], places: Pick<SlowPlaces, 'take'>): LaneShare | undefined {
  for (let lane = turn.shift(); lane !== undefined; lane = turn.shift()) {
    const { suspicion } = lane;
    if (suspicion === null || lane.quota >= lane.needsPlaces) return lane;
    if (places.take(lane.organizationId, suspicion)) return lane;
  }
  return undefined;
}

function turnsByOrganization(lanes: readonly LaneShare[]): LaneShare[][] {
  const byOrganization = new Map<string, LaneShare[]>();
  for (const lane of lanes) {
    if (lane.room <= 0) continue;
    const turn = byOrganization.get(lane.organizationId);
    if (turn === undefined) byOrganization.set(lane.organizationId, [lane]);
    else turn.push(lane);
  }
  const turns = [...byOrganization.values()];
  for (const turn of turns)
    turn.sort((one, other) => one.held - other.held || latencyOf(one) - latencyOf(other));
  return turns;
}

const latencyOf = (lane: OpenLane): number => lane.latencyMs ?? 0;

function removeEmpty(turns: LaneShare[][]): void {
  for (let i = turns.length - 1; i >= 0; i--) if (turns[i]?.length === 0) turns.splice(i, 1);
}
