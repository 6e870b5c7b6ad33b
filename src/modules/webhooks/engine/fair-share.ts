/** An endpoint with something to send, and how much more of it this worker would take. */
export interface Lane {
  organizationId: string;
  endpointId: string;
  room: number;
}

/** A lane with its share. */
export interface LaneQuota extends Lane {
  quota: number;
}

/**
 * Shares `slots` out: round by round one to each organization, and within an organization to one endpoint
 * after the other. So neither a loud organization nor a busy endpoint can crowd the others out.
 */
export function fairShare(lanes: readonly Lane[], slots: number): LaneQuota[] {
  const shares = lanes.map((lane) => ({ ...lane, quota: 0 }));
  const turns = turnsByOrganization(shares);
  let left = slots;
  while (left > 0 && turns.length > 0) {
    for (let i = 0; i < turns.length && left > 0; i++) {
      const turn = turns[i];
      const lane = turn?.shift();
      if (turn === undefined || lane === undefined) continue;
      lane.quota++;
      left--;
      if (lane.quota < lane.room) turn.push(lane);
    }
    removeEmpty(turns);
  }
  return shares.filter((lane) => lane.quota > 0);
}

function turnsByOrganization(lanes: LaneQuota[]): LaneQuota[][] {
  const byOrganization = new Map<string, LaneQuota[]>();
  for (const lane of lanes) {
    if (lane.room <= 0) continue;
    const turn = byOrganization.get(lane.organizationId);
    if (turn === undefined) byOrganization.set(lane.organizationId, [lane]);
    else turn.push(lane);
  }
  return [...byOrganization.values()];
}

function removeEmpty(turns: LaneQuota[][]): void {
  for (let i = turns.length - 1; i >= 0; i--) if (turns[i]?.length === 0) turns.splice(i, 1);
}
