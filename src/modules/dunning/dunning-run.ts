import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { FailedWork } from '../../platform/jobs/due-work';
import { logger } from '../../platform/observability/logger';
import { billingErrorAfter, describeBillingFailure } from '../invoices';
import { CustomerReview } from './customer-review';
import { DunningReviewsRepository, type ClaimedReview } from './dunning-reviews.repository';

/** Maximum number of failures that a response lists. */
const MOST_LISTED = 100;

/**
 * Runs due reviews. Claims and processes each in one transaction, so that any number of instances can run concurrently
 * and take over the reviews of a crashed one. A review that fails is set aside, does not delay others, and is retried.
 */
@Injectable()
export class DunningRun {
  constructor(
    private readonly transactions: Transactions,
    private readonly reviews: DunningReviewsRepository,
    private readonly review: CustomerReview,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns when the next review of any organization is due, apart from retries; null if none is. */
  nextDueAt(): Promise<Date | null> {
    return this.reviews.nextDueAt(this.transactions.reader);
  }

  /** Returns when the next failed review of any organization is retried, or null. */
  nextRetryAt(): Promise<Date | null> {
    return this.reviews.nextRetryAt(this.transactions.reader);
  }

  /** Returns the customers of an organization whose review fails, at most 100. */
  async failedWork(organizationId: string): Promise<FailedWork[]> {
    const found = await this.transactions.readFor(organizationId, (tx) =>
      this.reviews.findSetAside(tx, organizationId, MOST_LISTED),
    );
    const byCustomer = new Map<string, FailedWork>();
    for (const { customerId: objectId, billingError } of found) {
      if (billingError === null) continue;
      const { code, message, nextRetryAt } = billingError;
      const failed = { objectType: 'customer', objectId, code, message, nextRetryAt: new Date(nextRetryAt) };
      byCustomer.set(objectId, failed);
    }
    return [...byCustomer.values()];
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
        'Could not review a customer for dunning; the review is set aside and retried later',
      );
      await this.setAside(claim.review, error);
      return true;
    }
  }

  private setAside(review: ClaimedReview, failure: unknown): Promise<void> {
    const described = describeBillingFailure(failure, 'dunning');
    const error = billingErrorAfter(review.billingError, described, this.clock.now());
    return this.transactions.runFor(review.organizationId, (tx) => this.reviews.setAside(tx, review, error));
  }
}
