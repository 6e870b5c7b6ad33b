import type { ClaimedDelivery } from './claimed-delivery';
import type { DeliveryQueue } from './delivery-queue';

/**
 * Releases claims without an attempt. If the database is unavailable, the next release retries them, or their leases
 * expire.
 */
export class ClaimReleases {
  private waiting: ClaimedDelivery[] = [];

  /** @param onReleased called when deliveries are queued again */
  constructor(
    private readonly queue: Pick<DeliveryQueue, 'release'>,
    private readonly onReleased: () => void,
  ) {}

  /** Adds a claim to the next release. */
  add(claim: ClaimedDelivery): void {
    this.waiting.push(claim);
  }

  async release(claims: readonly ClaimedDelivery[] = []): Promise<void> {
    const all = [...this.waiting.splice(0), ...claims];
    if (all.length === 0) return;
    try {
      await this.queue.release(all);
      this.onReleased();
    } catch {
      this.waiting.push(...all);
    }
  }
}
