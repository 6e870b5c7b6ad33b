import type { Lane, Suspicion } from './lane';

/**
 * An organization may hold so much for each place that is free beside it: with endpoints known to be slow, and with these
 * and the unknown ones. So alone it gets a half and two thirds of all places, and there is always room for another
 * organization, and for an unknown endpoint of the same one.
 */
const SHARE_OF_FREE: Record<Suspicion, number> = { slow: 1, unknown: 2 };
/**
 * Places for deliveries of endpoints that hang or may hang. Each delivery claimed for such an endpoint has one until it
 * ends, so that one that has become slow, whatever slot it began with, holds up nobody. An organization's bound
 * follows what the others leave free (as in "dynamic thresholds" for shared buffers). Where fast endpoints have become slow
 * together, more is held than there are places; some are free all the same. Made anew for each claim; no I/O.
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
    this.free = freeOf(places, [...this.heldBy.values()]);
  }

  /** Takes a place for a delivery; false when the organization has its share. */
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
 * What organizations leave free: all places less what they hold, but of each no more than it could have taken as one of
 * so many loud ones that have filled the places together. So what is free is never less than one such part.
 */
function freeOf(places: number, held: readonly number[]): number {
  for (let loud = 1; ; loud += Math.ceil(loud / 8)) {
    const most = (SHARE_OF_FREE.unknown * places) / (SHARE_OF_FREE.unknown * loud + 1);
    const taken = held.reduce((sum, it) => sum + Math.min(it, most), 0);
    if (taken <= loud * most || loud >= held.length) return Math.floor(places - taken);
  }
}
