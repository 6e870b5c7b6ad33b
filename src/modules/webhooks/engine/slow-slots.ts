import type { EndpointQueue, HangRisk } from './endpoint-queue';

/**
 * Slow slots that an organization may hold for each free slot: 1 for slow endpoints, 2 for slow and unknown
 * endpoints together. So a single organization gets at most half or two thirds of all slots. That always
 * leaves capacity for another organization, and for an unknown endpoint of the same organization.
 */
const SHARE_OF_FREE: Record<HangRisk, number> = { slow: 1, unknown: 2 };
/**
 * Limits the claims for endpoints that hang or may hang. Each such claim holds a slow slot until its attempt
 * ends, whichever slot it starts in. So an endpoint that becomes slow delays no other endpoint.
 *
 * The limit of an organization depends on how many slots the others leave free (as in "dynamic thresholds"
 * for shared buffers). If many fast endpoints become slow at once, more slots are held than configured; the
 * calculation still treats some as free (see `freeOf`). Created anew each time capacity is distributed. Does no I/O.
 */
export class SlowSlots {
  private readonly heldBy = new Map<string, number>();
  private free: number;
  /**
   * Number of deliveries to unknown endpoints that may still be claimed. They start in fast slots, which are
   * few.
   */
  private unknown: number;

  constructor(slots: number, mostUnknown: number, queues: Iterable<EndpointQueue>) {
    this.unknown = mostUnknown;
    for (const queue of queues) {
      if (queue.hangRisk === null) continue;
      if (queue.hangRisk === 'unknown') this.unknown -= queue.waiting.length;
      const held = this.heldBy.get(queue.organizationId) ?? 0;
      this.heldBy.set(queue.organizationId, held + Math.min(queue.cap, queue.held));
    }
    this.free = freeOf(slots, [...this.heldBy.values()]);
  }

  /**
   * Takes a slot for a claim. Returns false if the organization has reached its limit, or if the endpoint is
   * unknown and too many claims for unknown endpoints are waiting.
   */
  take(organizationId: string, hangRisk: HangRisk): boolean {
    const held = this.heldBy.get(organizationId) ?? 0;
    if (held >= Math.floor(this.free * SHARE_OF_FREE[hangRisk])) return false;
    if (hangRisk === 'unknown') {
      if (this.unknown <= 0) return false;
      this.unknown--;
    }
    this.heldBy.set(organizationId, held + 1);
    this.free--;
    return true;
  }
}

/**
 * Returns how many slots count as free. If n organizations saturated the slots, each would hold an equal
 * share. Takes the smallest n that explains the slots held, and counts no more than that share for each
 * organization. So at least the share of one more organization is free.
 */
function freeOf(slots: number, held: readonly number[]): number {
  for (let loud = 1; ; loud += Math.ceil(loud / 8)) {
    const most = (SHARE_OF_FREE.unknown * slots) / (SHARE_OF_FREE.unknown * loud + 1);
    const taken = held.reduce((sum, it) => sum + Math.min(it, most), 0);
    if (taken <= loud * most || loud >= held.length) return Math.floor(slots - taken);
  }
}
