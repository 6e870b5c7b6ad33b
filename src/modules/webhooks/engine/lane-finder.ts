import type { DeliveryQueue, QueuedLane } from './delivery-queue';
import type { LaneQuota, LaneShare } from './fair-share';
import type { LaneSchedule } from './lane-schedule';

/** How long what was found is used: less than a worker rests, so that no lost wake-up goes unnoticed twice. */
const USE_MS = 900;
/** With more lanes than this, each claim looks anew. */
const MAX_KEPT = 1024;

/**
 * Finds which lanes to claim from, and how much. Looking at the queue takes a statement, so what was found serves
 * until something new is announced.
 */
export class LaneFinder {
  /** Something is queued that there was no room for: there may be room when attempts have ended. */
  hasBacklog = false;
  /** All lanes with something queued; null when that is not known. */
  private known: QueuedLane[] | null = null;
  private foundAt = 0;
  private announcements = 0;

  /**
   * @param lanesPerLook no more than there is room for in a claim, so that the first do not crowd out the last
   * @param onNeglected is called when other workers are behind with lanes of theirs
   */
  constructor(
    private readonly queue: Pick<DeliveryQueue, 'findLanes' | 'findOrganizations'>,
    private readonly schedule: Pick<LaneSchedule, 'share'>,
    private readonly lanesPerLook: number,
    private readonly onNeglected: () => void,
  ) {}

  /** Something was queued, perhaps for a lane that was empty. */
  announced(): void {
    this.announcements++;
    this.known = null;
  }

  /** What to claim when there is room for so many. */
  async quotas(room: number): Promise<LaneShare[]> {
    if (this.known === null || performance.now() - this.foundAt > USE_MS) return await this.look(room);
    return this.share(this.known, room);
  }

  /** These were claimed, and so many came. */
  claimed(quotas: readonly LaneQuota[], count: number): void {
    if (count === quotas.reduce((sum, it) => sum + it.quota, 0)) this.hasBacklog = true;
    else this.known = null; // some are empty now
  }

  /**
   * Looks at lanes, window after window, until some may be given something or all have been looked at: from where the
   * last look ended to the end, and once more from the beginning. When there is more than one window, an organization
   * with hundreds of endpoints may fill some, so other organizations are looked at besides.
   */
  private async look(room: number): Promise<LaneShare[]> {
    this.hasBacklog = false;
    this.known = null;
    this.foundAt = performance.now();
    const { announcements } = this;
    const found: QueuedLane[] = [];
    let others: QueuedLane[] | null = null;
    for (let isWhole = false; ;) {
      const { lanes, isFirst, isLast } = await this.queue.findLanes(this.lanesPerLook);
      if (isFirst) {
        isWhole = true;
        found.length = 0;
      }
      if (lanes.some((lane) => lane.neglected)) this.onNeglected();
      found.push(...lanes);
      const isAll = isLast && isWhole;
      if (!isAll) others ??= await this.queue.findOrganizations(this.lanesPerLook);
      const quotas = this.share(withOthers(lanes, others), room);
      if (isAll && announcements === this.announcements && found.length <= MAX_KEPT) this.known = found;
      if (quotas.length > 0 || isAll) return quotas;
    }
  }

  private share(lanes: readonly QueuedLane[], room: number): LaneShare[] {
    const available = lanes.filter((lane) => lane.available);
    const { quotas, isFull } = this.schedule.share(available, room);
    this.hasBacklog ||= isFull;
    return quotas;
  }
}

/** Each lane once. */
function withOthers(lanes: QueuedLane[], others: QueuedLane[] | null): QueuedLane[] {
  if (others === null) return lanes;
  const known = new Set(lanes.map((it) => it.endpointId));
  return [...lanes, ...others.filter((it) => !known.has(it.endpointId))];
}
