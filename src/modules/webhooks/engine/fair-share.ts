import type { EndpointKey } from './claimed-delivery';
import type { HangRisk } from './endpoint-queue';
import type { SlowSlots } from './slow-slots';

/** An endpoint with queued deliveries, and how many more of them this worker would claim. */
export interface ClaimableQueue extends EndpointKey {
  capacity: number;
  /** Number of its deliveries that this worker holds. */
  held: number;
  /** Moving average; null while unknown. */
  latencyMs: number | null;
  /** Why the endpoint may hang. If set, each of its next `slotsNeeded` deliveries takes a slow slot. */
  hangRisk: HangRisk | null;
  slotsNeeded: number;
}

/** An endpoint queue with its share. */
export interface ClaimQuota extends EndpointKey {
  quota: number;
}

/** A share with the data that determined it. */
export type QueueShare = ClaimableQueue & ClaimQuota;

/**
 * Distributes `capacity` claims in rounds of one per organization. Within an organization, endpoints with the fewest claims
 * come first, then the fastest. So no loud organization and no busy endpoint crowds out the others, and none gets more
 * than its share of slow slots.
 */
export function fairShare(
  queues: readonly ClaimableQueue[],
  capacity: number,
  slots: Pick<SlowSlots, 'take'>,
): QueueShare[] {
  const shares = queues.map((queue) => ({ ...queue, quota: 0 }));
  const lines = queuesByOrganization(shares);
  let left = capacity;
  while (left > 0 && lines.length > 0) {
    for (const line of lines) {
      if (left === 0) break;
      const queue = nextOf(line, slots);
      if (queue === undefined) continue;
      queue.quota++;
      left--;
      if (queue.quota < queue.capacity) line.push(queue);
    }
    removeEmpty(lines);
  }
  return shares.filter((queue) => queue.quota > 0);
}

/** Removes and returns the organization's next endpoint that may get one more claim; drops those that may not. */
function nextOf(line: QueueShare[], slots: Pick<SlowSlots, 'take'>): QueueShare | undefined {
  for (let queue = line.shift(); queue !== undefined; queue = line.shift()) {
    const { hangRisk } = queue;
    if (hangRisk === null || queue.quota >= queue.slotsNeeded) return queue;
    if (slots.take(queue.organizationId, hangRisk)) return queue;
  }
  return undefined;
}

function queuesByOrganization(queues: readonly QueueShare[]): QueueShare[][] {
  const byOrganization = new Map<string, QueueShare[]>();
  for (const queue of queues) {
    if (queue.capacity <= 0) continue;
    const line = byOrganization.get(queue.organizationId);
    if (line === undefined) byOrganization.set(queue.organizationId, [queue]);
    else line.push(queue);
  }
  const lines = [...byOrganization.values()];
  for (const line of lines)
    line.sort((one, other) => one.held - other.held || latencyOf(one) - latencyOf(other));
  return lines;
}

const latencyOf = (queue: ClaimableQueue): number => queue.latencyMs ?? 0;

function removeEmpty(lines: QueueShare[][]): void {
  for (let i = lines.length - 1; i >= 0; i--) if (lines[i]?.length === 0) lines.splice(i, 1);
}
