import type { LaneKey } from './claimed-delivery';
import type { Suspicion } from './lane';
import type { SlowPlaces } from './slow-places';

/** An endpoint with something to send, and how much more of it this worker would take. */
export interface OpenLane extends LaneKey {
  room: number;
  /** Deliveries of it that this worker holds already. */
  held: number;
  /** How fast it has been answering; null when nothing is known. */
  latencyMs: number | null;
  /** While it may hang, each delivery up to its cap needs a place of SlowPlaces: so many of the next ones. */
  suspicion: Suspicion | null;
  needsPlaces: number;
}

/** A lane with its share. */
export interface LaneQuota extends LaneKey {
  quota: number;
}

/** A share with what it was made from. */
export type LaneShare = OpenLane & LaneQuota;

/**
 * Shares out the room for deliveries that wait: round by round one to each organization, and within an organization to one
 * endpoint after the other, those first of which least is held, and of these the fastest. So neither a loud organization
 * nor a busy endpoint can crowd the others out, and none gets more of the places for what may hang than its share.
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

/** The organization's next lane that may be given one more; those that may not get nothing more this time. */
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
