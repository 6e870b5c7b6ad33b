import type { Lane, Pace } from './lane';

/**
 * An organization may hold so much of what is free beside it: with endpoints known to be slow, and with these and
 * the ones of which nothing is known. So alone it gets a quarter and a third of all places, and there is always
 * room for another organization, and for an endpoint of the same one that is not known to be slow.
 */
const SHARE_OF_FREE: Record<Pace, number> = { slow: 1 / 3, fast: 1 / 2 };
/** What one organization can take from the others at most, also when its fast endpoints became slow together. */
const MOST_COUNTED = 1 / 3;

/**
 * Places for deliveries of endpoints that hang or may hang. Each delivery claimed for such an endpoint has one until it
 * ends, so that one that has become slow, whatever slot it began with, holds up nobody. An organization's bound
 * follows what the others leave free (as in "dynamic thresholds" for shared buffers), and not their number, which
 * nobody knows. Made anew for each claim; no I/O.
 */
export class SlowPlaces {
  private readonly heldBy = new Map<string, number>();
  private free: number;

  constructor(places: number, lanes: Iterable<Lane>) {
    for (const lane of lanes) {
      if (lane.isKnownFast) continue;
      const held = this.heldBy.get(lane.organizationId) ?? 0;
      this.heldBy.set(lane.organizationId, held + Math.min(lane.cap, lane.held));
    }
    this.free = places;
    for (const held of this.heldBy.values()) this.free -= Math.min(held, Math.floor(places * MOST_COUNTED));
  }

  /** Takes a place for a delivery at this pace; false when the organization has its share. */
  take(organizationId: string, pace: Pace): boolean {
    const held = this.heldBy.get(organizationId) ?? 0;
    if (held >= Math.floor(this.free * SHARE_OF_FREE[pace])) return false;
    this.heldBy.set(organizationId, held + 1);
    this.free--;
    return true;
  }
}
