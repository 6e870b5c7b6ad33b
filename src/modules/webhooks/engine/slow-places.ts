import type { Lane, Suspicion } from './lane';

/**
 * An organization may hold so much for each place that is free beside it: with endpoints known to be slow, and with these
 * and the unknown ones. So alone it gets a half and two thirds of all places, and there is always room for another
 * organization, and for an unknown endpoint of the same one.
 */
const SHARE_OF_FREE: Record<Suspicion, number> = { slow: 1, unknown: 2 };
/** What one organization takes from the others at most, also when its fast endpoints became slow together. */
const MOST_COUNTED = 2 / 3;

/**
 * Places for deliveries of endpoints that hang or may hang. Each delivery claimed for such an endpoint has one until it
 * ends, so that one that has become slow, whatever slot it began with, holds up nobody. An organization's bound
 * follows what the others leave free (as in "dynamic thresholds" for shared buffers), and not their number, which
 * nobody knows. Made anew for each claim; no I/O.
 */
export class SlowPlaces {
  private readonly heldBy = new Map<string, number>();
  private free: number;
  /** How many more of unknown endpoints may wait: they begin with fast slots, so more would only be in the way. */
  private unknown: number;

  constructor(places: number, mostUnknown: number, lanes: Iterable<Lane>) {
    this.unknown = mostUnknown;
    for (const lane of lanes) {
      if (lane.suspicion === null) continue;
      if (lane.suspicion === 'unknown') this.unknown -= lane.waiting.length;
      const held = this.heldBy.get(lane.organizationId) ?? 0;
      this.heldBy.set(lane.organizationId, held + Math.min(lane.cap, lane.held));
    }
    this.free = places;
    for (const held of this.heldBy.values()) this.free -= Math.min(held, Math.floor(places * MOST_COUNTED));
  }

  /** Takes a place for a delivery; false when the organization has its share. */
  take(organizationId: string, suspicion: Suspicion): boolean {
    const held = this.heldBy.get(organizationId) ?? 0;
    if (held >= Math.floor(this.free * SHARE_OF_FREE[suspicion])) return false;
    if (suspicion === 'unknown' && this.unknown-- <= 0) return false;
    this.heldBy.set(organizationId, held + 1);
    this.free--;
    return true;
  }
}
