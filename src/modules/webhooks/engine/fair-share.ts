import type { EndpointKey } from './claimed-delivery';
import type { HangRisk } from './endpoint-queue';
import type { SlowSlots } from './slow-slots';

/** An endpoint with queued deliveries. `capacity` is how many more of them this worker would claim. */
export interface ClaimableQueue extends EndpointKey {
  capacity: number;
  /** Number of deliveries to the endpoint that this worker holds. */
  held: number;
  /** Moving average; null if unknown. */
  latencyMs: number | null;
  /**
   * Why the endpoint may hang; null if it has been fast. If it may hang, each of its next `slotsNeeded`
   * deliveries takes a slow slot.
   */
  hangRisk: HangRisk | null;
  slotsNeeded: number;
}

/** How many deliveries to claim from an endpoint queue. */
export interface ClaimQuota extends EndpointKey {
  quota: number;
}

/** A quota, with the data that determined it. */
export type QueueShare = ClaimableQueue & ClaimQuota;

/**
 * Distributes `capacity` claims in rounds; in each round, every organization gets one. Within an
 * organization, endpoints with the fewest claims come first, then the fastest. So a loud organization or a
 * busy endpoint does not crowd out the others. No organization gets more than its share of slow slots.
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

/**
 * Removes and returns the organization's next endpoint that may get one more claim. Drops endpoints that need
 * a slow slot and cannot get one.
 */
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
