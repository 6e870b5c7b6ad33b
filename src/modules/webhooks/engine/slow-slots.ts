import type { EndpointQueue, HangRisk } from './endpoint-queue';

/**
 * Slow slots that an organization may hold per free slot: with slow endpoints, and with slow and unknown ones together.
 * So an organization alone gets half or two thirds of all slots, which always leaves capacity for another organization,
 * and for an unknown endpoint of the same organization.
 */
const SHARE_OF_FREE: Record<HangRisk, number> = { slow: 1, unknown: 2 };
/**
 * The slow slots, for deliveries of endpoints that hang or may hang. Each claimed delivery of such an endpoint holds a
 * slot until it ends, so an endpoint that becomes slow delays no other endpoint, whichever slots it started in.
 *
 * The limit of an organization depends on what the others leave free (as in "dynamic thresholds" for shared buffers).
 * If fast endpoints become slow together, more slots are held than exist; some still count as free. Created for each
 * claim; no I/O.
 */
export class SlowSlots {
  private readonly heldBy = new Map<string, number>();
  private free: number;
  /** Deliveries of unknown endpoints that may still be claimed. They start in fast slots, which are few. */
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

  /** Takes a slot for a delivery. Returns false when the organization has reached its limit. */
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
 * Returns the number of free slots. Caps each organization's share at what it could hold if n organizations saturated
 * the slots, for the smallest n that explains the slots held. So at least the share of one more organization is free.
 */
function freeOf(slots: number, held: readonly number[]): number {
  for (let loud = 1; ; loud += Math.ceil(loud / 8)) {
    const most = (SHARE_OF_FREE.unknown * slots) / (SHARE_OF_FREE.unknown * loud + 1);
    const taken = held.reduce((sum, it) => sum + Math.min(it, most), 0);
    if (taken <= loud * most || loud >= held.length) return Math.floor(slots - taken);
  }
}
