import type { Lane, Suspicion } from './lane';

/**
 * Slow slots that an organization may hold per free slot: with slow endpoints, and with slow and unknown ones together.
 * So an organization alone gets half or two thirds of all slots, which always leaves capacity for another organization,
 * and for an unknown endpoint of the same organization.
 */
const SHARE_OF_FREE: Record<Suspicion, number> = { slow: 1, unknown: 2 };
/**
 * The slow slots, for deliveries of endpoints that hang or may hang. Each claimed delivery of such an endpoint holds a
 * slot until it ends, so an endpoint that becomes slow delays no other endpoint, whichever slots it started in.
 *
 * The limit of an organization depends on what the others leave free (as in "dynamic thresholds" for shared buffers).
 * If fast endpoints become slow together, more slots are held than exist; some still count as free. Created for each
 * claim; no I/O.
 */
export class SlowPlaces {
  private readonly heldBy = new Map<string, number>();
  private free: number;
  /** Deliveries of unknown endpoints that may still be claimed. They start in fast slots, which are few. */
  private unknown: number;

  constructor(places: number, mostUnknown: number, lanes: Iterable<Lane>) {
    this.unknown = mostUnknown;
    for (const lane of lanes) {
      if (lane.suspicion === null) continue;
      if (lane.suspicion === 'unknown') this.unknown -= lane.waiting.length;
      const held = this.heldBy.get(lane.organizationId) ?? 0;
      this.heldBy.set(lane.organizationId, held + Math.min(lane.cap, lane.held));
    }
    this.free = freeOf(places, [...this.heldBy.values()]);
  }

  /** Takes a slot for a delivery. Returns false when the organization has reached its limit. */
  take(organizationId: string, suspicion: Suspicion): boolean {
    const held = this.heldBy.get(organizationId) ?? 0;
    if (held >= Math.floor(this.free * SHARE_OF_FREE[suspicion])) return false;
    if (suspicion === 'unknown') {
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
function freeOf(places: number, held: readonly number[]): number {
  for (let loud = 1; ; loud += Math.ceil(loud / 8)) {
    const most = (SHARE_OF_FREE.unknown * places) / (SHARE_OF_FREE.unknown * loud + 1);
    const taken = held.reduce((sum, it) => sum + Math.min(it, most), 0);
    if (taken <= loud * most || loud >= held.length) return Math.floor(places - taken);
  }
}
