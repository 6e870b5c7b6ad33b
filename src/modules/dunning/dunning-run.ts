import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { logger } from '../../platform/observability/logger';
import { CustomerReview } from './customer-review';
import { DunningReviewsRepository, type ClaimedReview } from './dunning-reviews.repository';

/** A failed review is retried after this time and does not delay others. */
const POSTPONE_MS = 3_600_000;

/**
 * Runs due reviews. Claims and processes each in one transaction, so that any number of instances can run concurrently
 * and take over the reviews of a crashed one.
 */
@Injectable()
export class DunningRun {
  constructor(
    private readonly transactions: Transactions,
    private readonly reviews: DunningReviewsRepository,
    private readonly review: CustomerReview,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns when the next review of any organization is due, or null. */
  nextDueAt(): Promise<Date | null> {
    return this.reviews.nextDueAt(this.transactions.reader);
  }

  /** Processes every due review, oldest first. Returns the number of reviewed customers. */
  async run(): Promise<number> {
    let count = 0;
    while (await this.runNext()) count += 1;
    return count;
  }

  /** Claims and processes one review. Returns false if no unclaimed review is due. */
  private async runNext(): Promise<boolean> {
    const claim: { review: ClaimedReview | null } = { review: null };
    try {
      return await this.transactions.run(async (tx) => {
        const review = await this.reviews.claim(tx, this.clock.now());
        if (review === null) return false;
        claim.review = review;
        const { organizationId, customerId } = review;
        await this.transactions.confine(tx, organizationId, async () => {
          await this.review.review(tx, organizationId, customerId);
          await this.reviews.remove(tx, review);
        });
        return true;
      });
    } catch (error) {
      if (claim.review === null || isDatabaseUnavailable(error)) throw error;
      logger.error(
        { review: claim.review, err: error },
        'Could not review a customer for dunning; postponed by 1 h',
      );
      await this.postpone(claim.review);
      return true;
    }
  }

  private postpone(review: ClaimedReview): Promise<void> {
    const until = new Date(this.clock.now().getTime() + POSTPONE_MS);
    return this.transactions.runFor(review.organizationId, (tx) => this.reviews.postpone(tx, review, until));
  }
}
