import type { EndpointQueue, SlotKind } from './endpoint-queue';

/**
 * Endpoint queues that wait for their next request at one pace: round-robin over organizations, and within an
 * organization over its queues. A queue that has moved to the other pace is skipped.
 */
export class RoundRobin {
  /** Organizations in the order of their turns, which is the iteration order of a Map. */
  private readonly byOrganization = new Map<string, EndpointQueue[]>();

  constructor(private readonly slotKind: SlotKind) {}

  push(queue: EndpointQueue): void {
    queue.waitingFor = this.slotKind;
    const queues = this.byOrganization.get(queue.organizationId);
    if (queues === undefined) this.byOrganization.set(queue.organizationId, [queue]);
    else queues.push(queue);
  }

  /** Removes and returns the next endpoint queue, and moves its organization to the end. */
  shift(): EndpointQueue | undefined {
    for (const [organizationId, queues] of this.byOrganization) {
      let queue = queues.shift();
      while (queue !== undefined && queue.waitingFor !== this.slotKind) queue = queues.shift();
      this.byOrganization.delete(organizationId);
      if (queues.length > 0) this.byOrganization.set(organizationId, queues);
      if (queue === undefined) continue;
      queue.waitingFor = null;
      return queue;
    }
    return undefined;
  }
}
