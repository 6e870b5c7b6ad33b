import type { Lane } from './lane';

/** Lanes that wait for a slot: organizations take turns, and the lanes of an organization among themselves. */
export class LaneTurns {
  /** In the order in which the organizations are next, which is how a Map iterates. */
  private readonly byOrganization = new Map<string, Lane[]>();

  push(lane: Lane): void {
    lane.inTurn = true;
    const lanes = this.byOrganization.get(lane.organizationId);
    if (lanes === undefined) this.byOrganization.set(lane.organizationId, [lane]);
    else lanes.push(lane);
  }

  /** Takes out the next lane; its organization is the last in turn after that. */
  shift(): Lane | undefined {
    for (const [organizationId, lanes] of this.byOrganization) {
      const lane = lanes.shift();
      this.byOrganization.delete(organizationId);
      if (lanes.length > 0) this.byOrganization.set(organizationId, lanes);
      if (lane === undefined) continue;
      lane.inTurn = false;
      return lane;
    }
    return undefined;
  }
}
