import type { EndpointQueue, EndpointSpeed } from './endpoint-queue';

/**
 * Dynamic threshold: an organization may hold at most this many times the free slots, with slow endpoints alone and with
 * slow and unknown endpoints together. An organization that is alone thus gets one half and two thirds of all slots,
 * and some remain for another organization and for its own unknown endpoints.
 */
const TIMES_FREE = { slow: 1, unknown: 2 };

/**
 * The slots for requests to endpoints that may hang (docs/webhooks.md#admission-limits). Every delivery claimed for such
 * an endpoint takes one until its attempt ends, up to the endpoint's cap, so a request that becomes slow delays nobody,
 * whatever slot it started in. The limit of an organization follows what the others leave free, like the dynamic
 * thresholds of shared buffers in switches. When many fast endpoints become slow at the same time, more slots are held
 * than exist; some count as free all the same. Computed for each claim, without I/O.
 */
export class SlowSlots {
  private readonly heldBy = new Map<string, number>();
  private free: number;
  /** Deliveries of unknown endpoints that may still be claimed: they start in fast slots, of which there are few. */
  private unknown: number;

  constructor(slots: number, maxUnknown: number, queues: Iterable<EndpointQueue>) {
    this.unknown = maxUnknown;
    for (const queue of queues) {
      const { speed } = queue;
      if (speed === 'fast') continue;
      if (speed === 'unknown') this.unknown -= queue.waiting.length;
      const held = this.heldBy.get(queue.organizationId) ?? 0;
      this.heldBy.set(queue.organizationId, held + Math.min(queue.cap, queue.claimed));
    }
    this.free = freeOf(slots, [...this.heldBy.values()]);
  }

  /** Takes a slot for a delivery; returns false when the organization has reached its limit. */
  take(organizationId: string, speed: Exclude<EndpointSpeed, 'fast'>): boolean {
    const held = this.heldBy.get(organizationId) ?? 0;
    if (held >= Math.floor(this.free * TIMES_FREE[speed])) return false;
    if (speed === 'unknown') {
      if (this.unknown <= 0) return false;
      this.unknown--;
    }
    this.heldBy.set(organizationId, held + 1);
    this.free--;
    return true;
  }
}

/**
 * Returns the free slots, with each organization's share capped at what it could hold if n organizations saturated the
 * slots, for the smallest n that explains what is held. So at least the share of one more organization is free.
 */
function freeOf(slots: number, held: readonly number[]): number {
  for (let saturating = 1; ; saturating += Math.ceil(saturating / 8)) {
    const share = (TIMES_FREE.unknown * slots) / (TIMES_FREE.unknown * saturating + 1);
    const taken = held.reduce((sum, it) => sum + Math.min(it, share), 0);
    if (taken <= saturating * share || saturating >= held.length) return Math.floor(slots - taken);
  }
}
