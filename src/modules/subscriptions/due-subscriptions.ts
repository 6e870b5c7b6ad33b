import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { logger } from '../../platform/observability/logger';
import { billingErrorOf } from './billing-error';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import { SubscriptionPlans } from './subscription-plans';
import type { SubscriptionEntity } from './subscription.entity';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Maximum number of batches that one process handles concurrently. */
const LOOPS = 4;

/** Maximum number of subscriptions that are billed in one transaction. */
const BATCH = 50;

/** Number of due subscriptions that are read to find a batch: those of many organizations may be due at an instant. */
const WINDOW = 4 * BATCH;

/** Failures of a run, by subscription ID. No loop claims these subscriptions again. */
type Failures = Map<string, unknown>;

/**
 * Processes the due actions of subscriptions. A transaction processes a batch of subscriptions of one organization that are
 * due at the same instant. It locks their customers and the subscriptions, so any number of instances may run concurrently.
 * After a crash, the next run retries the actions.
 *
 * If a batch fails, each subscription is processed alone. One whose action fails for a reason of its own is set aside
 * (docs/billing-rules.md#billing-errors).
 */
@Injectable()
export class DueSubscriptions {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
    private readonly plans: SubscriptionPlans,
    private readonly lifecycle: SubscriptionLifecycle,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Processes all due subscriptions, oldest first, several batches concurrently. Skips those that other transactions have
   * locked, and sets those aside whose action fails.
   *
   * @throws the first database failure, after all due subscriptions were processed; the next run retries it.
   */
  async run(): Promise<void> {
    const failures: Failures = new Map();
    const loops = Array.from({ length: LOOPS }, async () => {
      while (await this.runNext(failures));
    });
    // Wait for all loops before reporting a failure, so that nothing runs after this method returns.
    const broken = (await Promise.allSettled(loops)).find((it) => it.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    for (const error of failures.values()) throw error;
  }

  /** Processes one batch. Returns false if no subscription is due. */
  private async runNext(failures: Failures): Promise<boolean> {
    const claim: { batch: SubscriptionEntity[] } = { batch: [] };
    try {
      return await this.transactions.run(async (tx) => {
        claim.batch = []; // the transaction may be a retry
        const now = this.clock.now();
        claim.batch = await this.claim(tx, now, [...failures.keys()]);
        const [first] = claim.batch;
        if (first === undefined) return false;
        const act = () => this.lifecycle.act(tx, claim.batch, now);
        await this.transactions.confine(tx, first.organizationId, act);
        return true;
      });
    } catch (error) {
      if (claim.batch.length === 0) throw error;
      await this.processAlone(claim.batch, error, failures);
      return true;
    }
  }

  /**
   * Locks a batch, in the order of the starts of its subscriptions. Locks the customers first, and without waiting: a
   * request that holds one of them may be waiting for a subscription.
   */
  private async claim(tx: Transaction, now: Date, except: readonly string[]): Promise<SubscriptionEntity[]> {
    const passedOver = [...except];
    for (;;) {
      const due = await this.repository.findDue(tx, now, passedOver, WINDOW);
      const [first] = due;
      if (first === undefined) return [];
      const { organizationId, nextActionAt: at } = first;
      const isOfBatch = (it: typeof first): boolean =>
        it.organizationId === organizationId && it.nextActionAt.getTime() === at.getTime();
      const batch = due.filter(isOfBatch).slice(0, BATCH);
      const owners = [...new Set(batch.map((it) => it.customerId))];
      const customerIds = await this.plans.tryLockCustomers(tx, organizationId, owners);
      const about = { customerIds, at, except };
      const locked =
        customerIds.length === 0 ? [] : await this.repository.lockDue(tx, organizationId, about, BATCH);
      if (locked.length > 0) return locked;
      passedOver.push(...batch.map((it) => it.id));
    }
  }

  /** Processes the subscriptions of a failed batch, each in a transaction of its own. */
  private async processAlone(
    batch: readonly SubscriptionEntity[],
    failure: unknown,
    failures: Failures,
  ): Promise<void> {
    for (const { id } of batch) failures.set(id, failure); // so that no loop claims them meanwhile
    for (const subscription of batch) {
      const error = batch.length === 1 ? failure : await this.failureOf(subscription);
      // During an outage, the next claim fails as well and ends the run.
      if (isDatabaseUnavailable(error)) return;
      if (error !== null) await this.setAside(subscription, error);
      failures.delete(subscription.id);
    }
  }

  /** Processes one subscription. Returns what went wrong; null if nothing did. */
  private async failureOf(claimed: SubscriptionEntity): Promise<unknown> {
    const { organizationId } = claimed;
    try {
      await this.transactions.runFor(organizationId, async (tx) => {
        await this.plans.lockCustomer(tx, claimed);
        const subscription = await this.lockUnchanged(tx, claimed);
        if (subscription !== null) await this.lifecycle.act(tx, [subscription], this.clock.now());
      });
      return null;
    } catch (error) {
      return error;
    }
  }

  private async setAside(claimed: SubscriptionEntity, failure: unknown): Promise<void> {
    const { organizationId, id } = claimed;
    logger.error(
      { subscription: id, err: failure },
      'Could not bill a subscription; it is set aside and retried later',
    );
    await this.transactions.runFor(organizationId, async (tx) => {
      const subscription = await this.lockUnchanged(tx, claimed);
      if (subscription === null) return;
      const billingError = billingErrorOf(subscription.billingError, failure, this.clock.now());
      await this.lifecycle.save(tx, { ...subscription, billingError });
    });
  }

  /** Returns null if another process has succeeded, or has set the subscription aside, since the claim. */
  private async lockUnchanged(
    tx: Transaction,
    { organizationId, id, nextActionAt }: SubscriptionEntity,
  ): Promise<SubscriptionEntity | null> {
    const subscription = await this.repository.findForUpdate(tx, organizationId, id);
    return subscription?.nextActionAt?.getTime() === nextActionAt?.getTime() ? subscription : null;
  }
}
