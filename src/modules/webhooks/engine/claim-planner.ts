import type { DeliveryQueue, ReadyQueue } from './delivery-queue';
import type { ClaimQuota, QueueShare } from './fair-share';
import type { DeliveryScheduler } from './delivery-scheduler';

/** How long a search result is reused. Less than the poll interval, so that each poll searches again. */
const USE_MS = 900;
/** If there are more endpoint queues than this, their list is not kept, and every claim searches again. */
const MAX_KEPT = 1024;

/**
 * Finds endpoint queues to claim from, and determines how much to claim from each. A search takes a database
 * query, so its result is reused until new deliveries are announced.
 */
export class ClaimPlanner {
  /**
   * Whether there are queued deliveries that could not be claimed yet. They may become claimable when attempts end.
   */
  hasBacklog = false;
  /** All endpoint queues that are not empty; null if unknown. */
  private known: ReadyQueue[] | null = null;
  private foundAt = 0;
  private announcements = 0;

  /**
   * @param queuesPerSearch page size; at most the number of queues that one claim can serve, because
   * otherwise the first queues would crowd out the last
   * @param onBehind called when the queues of other workers are backlogged
   */
  constructor(
    private readonly queue: Pick<DeliveryQueue, 'findQueues' | 'findOrganizations'>,
    private readonly scheduler: Pick<DeliveryScheduler, 'share'>,
    private readonly queuesPerSearch: number,
    private readonly onBehind: () => void,
  ) {}

  /** Discards the last search result, which may lack the queue of the announced deliveries. */
  announced(): void {
    this.announcements++;
    this.known = null;
  }

  /** Distributes `capacity` claims: returns the queues to claim from, and the number of deliveries for each. */
  async quotas(capacity: number): Promise<QueueShare[]> {
    if (this.known === null || performance.now() - this.foundAt > USE_MS) return await this.search(capacity);
    return this.share(this.known, capacity);
  }

  /** Records how many deliveries a claim with these quotas returned. */
  claimed(quotas: readonly ClaimQuota[], count: number): void {
    if (count === quotas.reduce((sum, it) => sum + it.quota, 0)) this.hasBacklog = true;
    else this.known = null; // some queues may be empty now
  }

  /**
   * Searches page by page until a queue can get a claim, or all queues have been searched. Continues where
   * the last search ended, and starts over once after the last page. If there is more than one page, an
   * organization with hundreds of endpoints may fill several, so the search also includes a few queues of
   * each organization.
   */
  private async search(capacity: number): Promise<QueueShare[]> {
    this.hasBacklog = false;
    this.known = null;
    this.foundAt = performance.now();
    const { announcements } = this;
    const found: ReadyQueue[] = [];
    let others: ReadyQueue[] | null = null;
    for (let isWhole = false; ;) {
      const { queues, isFirst, isLast } = await this.queue.findQueues(this.queuesPerSearch);
      if (isFirst) {
        isWhole = true;
        found.length = 0;
      }
      if (queues.some((queue) => queue.isBehind)) this.onBehind();
      found.push(...queues);
      const isAll = isLast && isWhole;
      if (!isAll) others ??= await this.queue.findOrganizations(this.queuesPerSearch);
      const quotas = this.share(withOthers(queues, others), capacity);
      if (isAll && announcements === this.announcements && found.length <= MAX_KEPT) this.known = found;
      if (quotas.length > 0 || isAll) return quotas;
    }
  }

  private share(queues: readonly ReadyQueue[], capacity: number): QueueShare[] {
    const available = queues.filter((queue) => queue.available);
    const { quotas, isFull } = this.scheduler.share(available, capacity);
    this.hasBacklog ||= isFull;
    return quotas;
  }
}

function withOthers(queues: ReadyQueue[], others: ReadyQueue[] | null): ReadyQueue[] {
  if (others === null) return queues;
  const known = new Set(queues.map((it) => it.endpointId));
  return [...queues, ...others.filter((it) => !known.has(it.endpointId))];
}
