import type { EndpointQueue, SlotKind } from './endpoint-queue';

/**
 * Endpoint queues that are ready for their next request in one kind of slot, in round-robin order of organizations, and
 * of the queues within an organization. A queue that has moved to the other kind is skipped.
 */
export class RoundRobin {
  /** In the order in which the organizations are next, which is the iteration order of a Map. */
  private readonly byOrganization = new Map<string, EndpointQueue[]>();

  constructor(private readonly slotKind: SlotKind) {}

  push(queue: EndpointQueue): void {
    queue.readyFor = this.slotKind;
    const queues = this.byOrganization.get(queue.organizationId);
    if (queues === undefined) this.byOrganization.set(queue.organizationId, [queue]);
    else queues.push(queue);
  }

  /** Removes and returns the next queue, and moves its organization to the end. */
  shift(): EndpointQueue | undefined {
    for (const [organizationId, queues] of this.byOrganization) {
      let queue = queues.shift();
      while (queue !== undefined && queue.readyFor !== this.slotKind) queue = queues.shift();
      this.byOrganization.delete(organizationId);
      if (queues.length > 0) this.byOrganization.set(organizationId, queues);
      if (queue === undefined) continue;
      queue.readyFor = null;
      return queue;
    }
    return undefined;
  }
}
