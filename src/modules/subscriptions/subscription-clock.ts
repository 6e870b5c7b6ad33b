import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { NotFoundError } from '../../platform/errors/app-error';
import { logger } from '../../platform/observability/logger';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import type { SubscriptionEntity } from './subscription.entity';
import { nextAction } from './subscription.rules';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Maximum number of subscriptions that one process handles concurrently. */
const LOOPS = 4;

/**
 * Processes the due actions of subscriptions, one action per transaction. The transaction locks the
 * subscription, so any number of instances may run concurrently. After a crash, the next run retries the
 * action.
 */
@Injectable()
export class SubscriptionClock {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
    private readonly lifecycle: SubscriptionLifecycle,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  nextDueAt(): Promise<Date | null> {
    return this.repository.nextActionAt(this.transactions.reader);
  }

  /**
   * Processes all due subscriptions, oldest first, several concurrently. Skips those that other instances
   * have locked. If one fails, the others are still processed, and the next run retries it.
   *
   * @throws the first failure, after all due subscriptions were processed.
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
   * @throws NotFoundError
   */
  async upToDate<T>(
    organizationId: string,
    id: string,
    work: (tx: Transaction, subscription: SubscriptionEntity, now: Date) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const done = await this.transactions.runFor(organizationId, async (tx) => {
        const subscription = await this.repository.findForUpdate(tx, organizationId, id);
        if (subscription === null) throw new NotFoundError('subscription');
        const now = this.clock.now();
        if (await this.actIfDue(tx, subscription, now)) return null;
        return { result: await work(tx, subscription, now) };
      });
      if (done !== null) return done.result;
    }
  }

  /** Processes the actions that a change has made due, such as the end of a period that is not extended any more. */
  async afterChange(saved: SubscriptionEntity): Promise<SubscriptionEntity> {
    if (saved.nextActionAt === null || saved.nextActionAt > this.clock.now()) return saved;
    return this.upToDate(saved.organizationId, saved.id, (_, subscription) => Promise.resolve(subscription));
  }

  /** Processes one action of a due subscription. Returns false if no subscription is due. */
  private async runNext(failures: Map<string, unknown>): Promise<boolean> {
    const claimed: { id?: string } = {};
    try {
      return await this.transactions.run(async (tx) => {
        const now = this.clock.now();
        const subscription = await this.repository.claimDue(tx, now, [...failures.keys()]);
        if (subscription === null) return false;
        claimed.id = subscription.id;
        const act = async () => {
          // A previous release that still runs may have scheduled the next action too early.
          if (!(await this.actIfDue(tx, subscription, now))) await this.lifecycle.save(tx, subscription);
        };
        await this.transactions.confine(tx, subscription.organizationId, act);
        return true;
      });
    } catch (error) {
      if (claimed.id === undefined || isDatabaseUnavailable(error)) throw error;
      logger.error(
        { subscription: claimed.id, err: error },
        'Could not process a due subscription; the next run retries',
      );
      failures.set(claimed.id, error);
      return true;
    }
  }

  private async actIfDue(tx: Transaction, subscription: SubscriptionEntity, now: Date): Promise<boolean> {
    const action = nextAction(subscription);
    if (action === null || action.at > now) return false;
    await this.lifecycle.act(tx, subscription, action);
    return true;
  }
}
