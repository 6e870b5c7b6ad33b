import type { ClaimQuota, DeliveryQueue, NonEmptyQueue } from '../queue/delivery-queue';
import type { DeliveryScheduler } from './delivery-scheduler';
import type { PlannedClaim } from './fair-share';

/** How long a search result is used: less than the poll interval, so that each poll searches again. */
const USE_MS = 900;
/** Beyond this number of queues, every claim searches again. */
const MAX_KEPT = 1024;

/**
 * Decides which endpoint queues to claim from, and how many deliveries. A search takes a statement, so its result is used
 * until something new is announced.
 */
export class ClaimPlanner {
  /** Deliveries are queued that could not be claimed: they may be claimable once attempts have ended. */
  hasBacklog = false;
  /** All queues that are not empty; null when unknown. */
  private known: NonEmptyQueue[] | null = null;
  private foundAt = 0;
  private announcements = 0;

  /**
   * @param pageSize at most the size of a claim, so that the first queues of a page do not crowd out the last
   * @param onBehind called when other workers are behind with their queues
   */
  constructor(
    private readonly queue: Pick<DeliveryQueue, 'findQueues' | 'findOrganizations'>,
    private readonly scheduler: Pick<DeliveryScheduler, 'planClaims'>,
    private readonly pageSize: number,
    private readonly onBehind: () => void,
  ) {}

  /** Something has been queued, perhaps in a queue that was empty. */
  announced(): void {
    this.announcements++;
    this.known = null;
  }

  /** Plans up to `limit` claims. */
  async plan(limit: number): Promise<PlannedClaim[]> {
    if (this.known === null || performance.now() - this.foundAt > USE_MS) return await this.search(limit);
    return this.planFor(this.known, limit);
  }

  /** Records how many deliveries a claim returned. */
  claimed(quotas: readonly ClaimQuota[], count: number): void {
    if (count === quotas.reduce((sum, it) => sum + it.quota, 0)) this.hasBacklog = true;
    else this.known = null; // some queues are empty now
  }

  /**
   * Reads queues page by page until something can be claimed or all have been read: from where the last search stopped to
   * the end, then once more from the start. Beyond one page, an organization with hundreds of endpoints can fill whole
   * pages, so a page of other organizations is read as well.
   */
  private async search(limit: number): Promise<PlannedClaim[]> {
    this.hasBacklog = false;
    this.known = null;
    this.foundAt = performance.now();
    const { announcements } = this;
    const found: NonEmptyQueue[] = [];
    let others: NonEmptyQueue[] | null = null;
    for (let fromStart = false; ;) {
      const { queues, isFirst, isLast } = await this.queue.findQueues(this.pageSize);
      if (isFirst) {
        fromStart = true;
        found.length = 0;
      }
      if (queues.some((it) => it.behind)) this.onBehind();
      found.push(...queues);
      const isAll = isLast && fromStart;
      if (!isAll) others ??= await this.queue.findOrganizations(this.pageSize);
      const claims = this.planFor(withOthers(queues, others), limit);
      if (isAll && announcements === this.announcements && found.length <= MAX_KEPT) this.known = found;
      if (claims.length > 0 || isAll) return claims;
    }
  }

  private planFor(queues: readonly NonEmptyQueue[], limit: number): PlannedClaim[] {
    const available = queues.filter((it) => it.available);
    const { claims, hasMore } = this.scheduler.planClaims(available, limit);
    this.hasBacklog ||= hasMore;
    return claims;
  }
}

/** Returns the queues of both pages without duplicates. */
function withOthers(queues: NonEmptyQueue[], others: NonEmptyQueue[] | null): NonEmptyQueue[] {
  if (others === null) return queues;
  const known = new Set(queues.map((it) => it.endpointId));
  return [...queues, ...others.filter((it) => !known.has(it.endpointId))];
}
