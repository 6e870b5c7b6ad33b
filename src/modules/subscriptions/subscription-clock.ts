import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { AppError, NotFoundError } from '../../platform/errors/app-error';
import type { FailedWork } from '../../platform/jobs/due-work';
import { logger } from '../../platform/observability/logger';
import { InvoiceTooLargeError } from '../invoices';
import { BillingFailedError, billingErrorOf, isSetAside } from './billing-error';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import type { SubscriptionEntity } from './subscription.entity';
import { nextAction, type DueAction } from './subscription.rules';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Maximum number of subscriptions that one process handles concurrently. */
const LOOPS = 4;

/** Maximum number of failures that a response lists. */
const MOST_LISTED = 100;

/** Work on a locked subscription. */
type Work<T> = (tx: Transaction, subscription: SubscriptionEntity, now: Date) => Promise<T>;

/** Returns whether work is possible on a subscription whose due action fails. */
type Unbilled = (subscription: SubscriptionEntity) => boolean;

/**
 * Processes the due actions of subscriptions, one action per transaction. The transaction locks the
 * subscription, so any number of instances may run concurrently. After a crash, the next run retries the
 * action. A subscription whose action fails for a reason of its own is set aside
 * (docs/billing-rules.md#billing-errors).
 */
@Injectable()
export class SubscriptionClock {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
    private readonly lifecycle: SubscriptionLifecycle,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns when the next action is due, apart from those of subscriptions that are set aside. */
  nextDueAt(): Promise<Date | null> {
    return this.repository.nextActionAt(this.transactions.reader);
  }

  /** Returns when the next subscription that is set aside is retried. */
  nextRetryAt(): Promise<Date | null> {
    return this.repository.nextRetryAt(this.transactions.reader);
  }

  /** Returns the billing errors of an organization, at most 100. */
  async failedWork(organizationId: string): Promise<FailedWork[]> {
    const found = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.findSetAside(tx, organizationId, MOST_LISTED),
    );
    return found.flatMap(({ id, billingError }) => {
      if (billingError === null) return [];
      const { code, message, nextRetryAt } = billingError;
      return { objectType: 'subscription', objectId: id, code, message, nextRetryAt: new Date(nextRetryAt) };
    });
  }

  /**
   * Processes all due subscriptions, oldest first, several concurrently. Skips those that other instances
   * have locked, and sets those aside whose action fails.
   *
   * @throws the first database failure, after all due subscriptions were processed; the next run retries it.
   */
  async runDue(): Promise<void> {
    const failures = new Map<string, unknown>();
    const loops = Array.from({ length: LOOPS }, async () => {
      while (await this.runNext(failures));
    });
    // Wait for all loops before reporting a failure, so that nothing runs after this method returns.
    const broken = (await Promise.allSettled(loops)).find((it) => it.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    for (const error of failures.values()) throw error;
  }

  /**
   * Locks a subscription, processes its due actions, and then calls `work` in the same transaction.
   *
   * @param unbilled whether `work` also runs while the due action of the subscription fails
   * @throws NotFoundError
   * @throws BillingFailedError if the subscription cannot be billed.
   */
  async upToDate<T>(
    organizationId: string,
    id: string,
    work: Work<T>,
    unbilled: Unbilled = () => false,
  ): Promise<T> {
    for (let hasFailed = false; ;) {
      const step: { locked: SubscriptionEntity | null; acts: boolean } = { locked: null, acts: false };
      try {
        const done = await this.transactions.runFor(organizationId, async (tx) => {
          const subscription = await this.lock(tx, organizationId, id);
          const now = this.clock.now();
          const action = dueAction(subscription, now);
          const isPassedOver = (hasFailed || isSetAside(subscription, now)) && unbilled(subscription);
          Object.assign(step, { locked: subscription, acts: action !== null && !isPassedOver });
          if (action === null || isPassedOver) return { result: await work(tx, subscription, now) };
          await this.lifecycle.act(tx, subscription, action);
          return null;
        });
        if (done !== null) return done.result;
      } catch (error) {
        const { locked, acts } = step;
        if (locked === null || isDatabaseUnavailable(error)) throw error;
        if (!acts && !(error instanceof InvoiceTooLargeError)) throw error;
        if (!acts || !unbilled(locked)) throw failed(locked, error);
        hasFailed = true;
      }
    }
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<SubscriptionEntity> {
    const subscription = await this.repository.findForUpdate(tx, organizationId, id);
    if (subscription === null) throw new NotFoundError('subscription');
    return subscription;
  }

  /** Processes the actions that a change has made due, such as the end of a period that is not extended any more. */
  async afterChange(saved: SubscriptionEntity): Promise<SubscriptionEntity> {
    if (saved.nextActionAt === null || saved.nextActionAt > this.clock.now()) return saved;
    const reread: Work<SubscriptionEntity> = (_, subscription) => Promise.resolve(subscription);
    return this.upToDate(saved.organizationId, saved.id, reread, () => true);
  }

  /** Processes one action of a due subscription. Returns false if no subscription is due. */
  private async runNext(failures: Map<string, unknown>): Promise<boolean> {
    const claim: { subscription: SubscriptionEntity | null } = { subscription: null };
    try {
      return await this.transactions.run(async (tx) => {
        claim.subscription = null; // the transaction may be a retry
        const now = this.clock.now();
        const subscription = await this.repository.claimDue(tx, now, [...failures.keys()]);
        if (subscription === null) return false;
        claim.subscription = subscription;
        const action = dueAction(subscription, now);
        // A previous release that still runs may have scheduled the next action too early.
        const act = () =>
          action === null
            ? this.lifecycle.save(tx, subscription)
            : this.lifecycle.act(tx, subscription, action);
        await this.transactions.confine(tx, subscription.organizationId, act);
        return true;
      });
    } catch (error) {
      const { subscription } = claim;
      if (subscription === null) throw error;
      failures.set(subscription.id, error); // so that no loop claims it meanwhile
      // During an outage, the next claim fails as well and ends the run.
      if (isDatabaseUnavailable(error)) return true;
      await this.setAside(subscription, error);
      failures.delete(subscription.id);
      return true;
    }
  }

  private async setAside(claimed: SubscriptionEntity, failure: unknown): Promise<void> {
    const { organizationId, id, nextActionAt } = claimed;
    logger.error(
      { subscription: id, err: failure },
      'Could not bill a subscription; it is set aside and retried later',
    );
    await this.transactions.runFor(organizationId, async (tx) => {
      const subscription = await this.lock(tx, organizationId, id);
      // Another instance may have succeeded, or may have set it aside, since the claim.
      if (subscription.nextActionAt?.getTime() !== nextActionAt?.getTime()) return;
      const billingError = billingErrorOf(subscription.billingError, failure, this.clock.now());
      await this.lifecycle.save(tx, { ...subscription, billingError });
    });
  }
}

function dueAction(subscription: SubscriptionEntity, now: Date): DueAction | null {
  const action = nextAction(subscription);
  return action !== null && action.at <= now ? action : null;
}

function failed(subscription: SubscriptionEntity, failure: unknown): BillingFailedError {
  if (!(failure instanceof AppError)) {
    logger.error({ subscription: subscription.id, err: failure }, 'Could not bill a subscription');
  }
  return new BillingFailedError(subscription, failure);
}
