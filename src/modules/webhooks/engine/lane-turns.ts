import type { Lane, Pace } from './lane';

/**
 * Lanes that wait for their next request at one pace: organizations take turns, and the lanes of an organization among
 * themselves. A lane that has moved to the turns of the other pace is left out.
 */
export class LaneTurns {
  /** In the order in which the organizations are next, which is how a Map iterates. */
  private readonly byOrganization = new Map<string, Lane[]>();

  constructor(private readonly pace: Pace) {}

  push(lane: Lane): void {
    lane.inTurn = this.pace;
    const lanes = this.byOrganization.get(lane.organizationId);
    if (lanes === undefined) this.byOrganization.set(lane.organizationId, [lane]);
    else lanes.push(lane);
  }

  /** Takes out the next lane; its organization is the last in turn after that. */
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
