import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { CampaignReview } from './campaign-review';
import { DunningReviewsRepository } from './dunning-reviews.repository';
import { PaymentAttempts } from './payment-attempts';
import { PaymentRequestsRepository } from './payment-requests.repository';

/** The piece of work that a step is at; null when there was none. */
interface Claim {
  id: string | null;
}

/** Does one piece of work, if there is one besides `except`. */
type Step = (claim: Claim, except: readonly string[]) => Promise<void>;

/**
 * What the campaigns do by themselves. Each piece of work is claimed and done in a transaction of its own, so
 * that any number of instances may run it and one that dies leaves it for the next.
 */
@Injectable()
export class DunningRun {
  constructor(
    private readonly transactions: Transactions,
    private readonly reviews: DunningReviewsRepository,
    private readonly requests: PaymentRequestsRepository,
    private readonly review: CampaignReview,
    private readonly attempts: PaymentAttempts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** When the job has something to do next; null for never. */
  async nextDueAt(): Promise<Date | null> {
    const tx = this.transactions.reader;
    const dates = [await this.reviews.nextDueAt(tx), await this.requests.nextActionAt(tx)];
    const [first] = dates.flatMap((it) => it ?? []).sort((a, b) => a.getTime() - b.getTime());
    return first ?? null;
  }

  /** Does everything that is due. What fails does not hold up the rest; its error is thrown at the end. */
  async runDue(): Promise<void> {
    const failures: unknown[] = [];
    // The end of a request may be followed by the next review.
    for (let done = -1; done !== 0;) {
      done = await this.repeat((claim, except) => this.attemptNext(claim, except), failures);
      done += await this.repeat((claim, except) => this.reviewNext(claim, except), failures);
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Until nothing is left but what has failed; answers how much was done. */
  private async repeat(step: Step, failures: unknown[]): Promise<number> {
    const failed: string[] = [];
    for (let done = 0; ; done++) {
      const claim: Claim = { id: null };
      try {
        await step(claim, failed);
      } catch (error) {
        if (claim.id === null) throw error;
        failed.push(claim.id);
        failures.push(error);
      }
      if (claim.id === null) return done - failed.length;
    }
  }

  private reviewNext(claim: Claim, except: readonly string[]): Promise<void> {
    return this.transactions.run(async (tx) => {
      const review = await this.reviews.claim(tx, this.clock.now(), except);
      if (review === null) return;
      claim.id = review.id;
      await this.review.review(tx, review.organization_id, review.customer_id);
      await this.reviews.remove(tx, review);
    });
  }

  private attemptNext(claim: Claim, except: readonly string[]): Promise<void> {
    return this.transactions.run(async (tx) => {
      const request = await this.requests.claimDue(tx, this.clock.now(), except);
      if (request === null) return;
      claim.id = request.id;
      await this.attempts.next(tx, request);
    });
  }
}
