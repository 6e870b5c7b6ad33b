import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { AppError, NotFoundError } from '../../platform/errors/app-error';
import type { FailedWork } from '../../platform/jobs/due-work';
import { logger } from '../../platform/observability/logger';
import { InvoiceTooLargeError } from '../invoices';
import { BillingFailedError, isSetAside } from './billing-error';
import { DueSubscriptions } from './due-subscriptions';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import { SubscriptionPlans } from './subscription-plans';
import type { SubscriptionEntity } from './subscription.entity';
import { dueAction } from './subscription.rules';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Maximum number of failures that a response lists. */
const MOST_LISTED = 100;

/** Work on a locked subscription. */
type Work<T> = (tx: Transaction, subscription: SubscriptionEntity, now: Date) => Promise<T>;

/** Returns whether work is possible on a subscription whose due action fails. */
type Unbilled = (subscription: SubscriptionEntity) => boolean;

/** Processes the due actions of subscriptions, on a schedule and before requests change them. */
@Injectable()
export class SubscriptionClock {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
    private readonly plans: SubscriptionPlans,
    private readonly lifecycle: SubscriptionLifecycle,
    private readonly due: DueSubscriptions,
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

  /** See DueSubscriptions.run. */
  runDue(): Promise<void> {
    return this.due.run();
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
          await this.lifecycle.act(tx, [subscription], now);
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
    const found = await this.repository.find(tx, organizationId, id);
    if (found === null) throw new NotFoundError('subscription');
    await this.plans.lockCustomer(tx, found);
    const subscription = await this.repository.findForUpdate(tx, organizationId, id);
    if (subscription === null) throw new NotFoundError('subscription');
    return subscription;
  }

  /** Returns a changed subscription with the version of its row. */
  async reread(tx: Transaction, saved: SubscriptionEntity): Promise<SubscriptionEntity> {
    return (await this.repository.find(tx, saved.organizationId, saved.id)) ?? saved;
  }

  /** Processes the actions that a change has made due, such as the end of a period that is not extended any more. */
  async afterChange(saved: SubscriptionEntity): Promise<SubscriptionEntity> {
    if (saved.nextActionAt === null || saved.nextActionAt > this.clock.now()) return saved;
    const reread: Work<SubscriptionEntity> = (_, subscription) => Promise.resolve(subscription);
    return this.upToDate(saved.organizationId, saved.id, reread, () => true);
  }
}

function failed(subscription: SubscriptionEntity, failure: unknown): BillingFailedError {
  if (!(failure instanceof AppError)) {
    logger.error({ subscription: subscription.id, err: failure }, 'Could not bill a subscription');
  }
  return new BillingFailedError(subscription, failure);
}
