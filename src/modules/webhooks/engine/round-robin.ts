import type { EndpointQueue, SlotKind } from './endpoint-queue';

/**
 * Endpoint queues in line for one kind of slot. Organizations take turns, and so do the queues of an
 * organization. A queue that was later pushed for the other kind of slot is skipped.
 */
export class RoundRobin {
  /** Organizations in the order of their turns: a Map iterates in insertion order. */
  private readonly byOrganization = new Map<string, EndpointQueue[]>();

  constructor(private readonly slotKind: SlotKind) {}

  push(queue: EndpointQueue): void {
    queue.waitingFor = this.slotKind;
    const queues = this.byOrganization.get(queue.organizationId);
    if (queues === undefined) this.byOrganization.set(queue.organizationId, [queue]);
    else queues.push(queue);
  }

  /**
   * Removes and returns the next endpoint queue; undefined if there is none. Its organization moves to the
   * end of the line.
   */
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
