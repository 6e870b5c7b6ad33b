import type { Lane, Pace } from './lane';

/**
 * Endpoint queues that wait for their next request at one pace: round-robin over organizations, and within an
 * organization over its queues. A queue that has moved to the other pace is skipped.
 */
export class LaneTurns {
  /** Organizations in the order of their turns, which is the iteration order of a Map. */
  private readonly byOrganization = new Map<string, Lane[]>();

  constructor(private readonly pace: Pace) {}

  push(lane: Lane): void {
    lane.inTurn = this.pace;
    const lanes = this.byOrganization.get(lane.organizationId);
    if (lanes === undefined) this.byOrganization.set(lane.organizationId, [lane]);
    else lanes.push(lane);
  }

  /** Removes and returns the next endpoint queue, and moves its organization to the end. */
  shift(): Lane | undefined {
    for (const [organizationId, lanes] of this.byOrganization) {
      let lane = lanes.shift();
      while (lane !== undefined && lane.inTurn !== this.pace) lane = lanes.shift();
      this.byOrganization.delete(organizationId);
      if (lanes.length > 0) this.byOrganization.set(organizationId, lanes);
      if (lane === undefined) continue;
      lane.inTurn = null;
      return lane;
    }
    return undefined;
  }
}
