import type { DeliveryQueue, QueuedLane } from './delivery-queue';
import type { LaneQuota, LaneShare } from './fair-share';
import type { LaneSchedule } from './lane-schedule';

/** How long a search result is used: less than the poll interval, so that each poll searches again. */
const USE_MS = 900;
/** Beyond this number of endpoint queues, every claim searches again. */
const MAX_KEPT = 1024;

/**
 * Finds endpoint queues to claim from and determines how much to claim. A search takes a statement, so its result is
 * reused until new deliveries are announced.
 */
export class LaneFinder {
  /** Whether queued deliveries could not be claimed; they may become claimable once attempts have ended. */
  hasBacklog = false;
  /** All endpoint queues that are not empty; null when unknown. */
  private known: QueuedLane[] | null = null;
  private foundAt = 0;
  private announcements = 0;

  /**
   * @param lanesPerLook page size, at most the number that one claim can serve, so that the first queues do not crowd
   * out the last
   * @param onNeglected called when other workers are behind with their endpoint queues
   */
  constructor(
    private readonly queue: Pick<DeliveryQueue, 'findLanes' | 'findOrganizations'>,
    private readonly schedule: Pick<LaneSchedule, 'share'>,
    private readonly lanesPerLook: number,
    private readonly onNeglected: () => void,
  ) {}

  /** Discards the last search result: deliveries were queued, perhaps in a queue that was empty. */
  announced(): void {
    this.announcements++;
    this.known = null;
  }

  /** Returns the quotas to claim with this capacity. */
  async quotas(room: number): Promise<LaneShare[]> {
    if (this.known === null || performance.now() - this.foundAt > USE_MS) return await this.look(room);
    return this.share(this.known, room);
  }

  /** Records how many deliveries a claim returned. */
  claimed(quotas: readonly LaneQuota[], count: number): void {
    if (count === quotas.reduce((sum, it) => sum + it.quota, 0)) this.hasBacklog = true;
    else this.known = null; // some queues may be empty now
  }

  /**
   * Searches page by page until a queue can get a claim or all have been searched: from the end of the last search to
   * the last queue, then once from the beginning. If there is more than one page, an organization with hundreds of
   * endpoints may fill several, so a few queues of each organization are searched as well.
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

/** Returns the endpoint queues of both lists without duplicates. */
function withOthers(lanes: QueuedLane[], others: QueuedLane[] | null): QueuedLane[] {
  if (others === null) return lanes;
  const known = new Set(lanes.map((it) => it.endpointId));
  return [...lanes, ...others.filter((it) => !known.has(it.endpointId))];
}
