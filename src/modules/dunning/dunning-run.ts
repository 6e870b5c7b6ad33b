import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { logger } from '../../platform/observability/logger';
import { CustomerReview } from './customer-review';
import { DunningReviewsRepository, type ClaimedReview } from './dunning-reviews.repository';

/** What cannot be done now is tried again then, and keeps nothing else waiting. */
const POSTPONE_MS = 3_600_000;

/**
 * What the campaigns do by themselves. Each review is claimed and done in a transaction of its own, so that any
 * number of instances may run it, and one that dies leaves it for the next.
 */
@Injectable()
export class DunningRun {
  constructor(
    private readonly transactions: Transactions,
    private readonly reviews: DunningReviewsRepository,
    private readonly review: CustomerReview,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** When a customer of any organization is to be looked at next. */
  nextDueAt(): Promise<Date | null> {
    return this.reviews.nextDueAt(this.transactions.reader);
  }

  /** Everything that is due, the oldest first. Answers how many customers were looked at. */
  async run(): Promise<number> {
    let count = 0;
    while (await this.runNext()) count += 1;
    return count;
  }

  /** False when nothing is due that nobody else is at. */
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
      logger.error({ review: claim.review, err: error }, 'A customer could not be dunned');
      await this.postpone(claim.review);
      return true;
    }
  }

  private postpone(review: ClaimedReview): Promise<void> {
    const until = new Date(this.clock.now().getTime() + POSTPONE_MS);
    return this.transactions.runFor(review.organizationId, (tx) => this.reviews.postpone(tx, review, until));
  }
}
