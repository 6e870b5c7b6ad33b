import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, isLockFailure } from '../../platform/database/pg-errors';
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

/** The state of a run. */
interface Run {
  /** IDs of subscriptions that are left to the next run, or that a loop is processing. No loop claims them. */
  left: Set<string>;
  /** Failures of the database. */
  failures: unknown[];
}

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
    const run: Run = { left: new Set(), failures: [] };
    const loops = Array.from({ length: LOOPS }, async () => {
      while (await this.runNext(run));
    });
    // Wait for all loops before reporting a failure, so that nothing runs after this method returns.
    const broken = (await Promise.allSettled(loops)).find((it) => it.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    for (const error of run.failures) throw error;
  }

  /** Processes one batch. Returns false if no subscription is due. */
  private async runNext(run: Run): Promise<boolean> {
    const claim: { batch: SubscriptionEntity[] } = { batch: [] };
    try {
      return await this.transactions.run(async (tx) => {
        claim.batch = []; // the transaction may be a retry
        const now = this.clock.now();
        claim.batch = await this.claim(tx, now, [...run.left]);
        const [first] = claim.batch;
        if (first === undefined) return false;
        const act = () => this.lifecycle.act(tx, claim.batch, now);
        await this.transactions.confine(tx, first.organizationId, act);
        return true;
      });
    } catch (error) {
      if (claim.batch.length === 0) throw error;
      await this.processAlone(claim.batch, error, run);
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

  /**
   * Processes the subscriptions of a failed batch, each in a transaction of its own. Leaves those whose customer another
   * process works on to the next run, and those at which the database fails. A second failure of the database is an outage.
   */
  private async processAlone(
    batch: readonly SubscriptionEntity[],
    failure: unknown,
    { left, failures }: Run,
  ): Promise<void> {
    for (const { id } of batch) left.add(id); // so that no loop claims them meanwhile
    let isFailing = false;
    for (const subscription of batch) {
      try {
        const error = batch.length === 1 ? failure : await this.failureOf(subscription);
        if (isDatabaseUnavailable(error)) throw error;
        if (error !== null) await this.setAside(subscription, error);
        left.delete(subscription.id);
      } catch (error) {
        if (isLockFailure(error)) continue;
        failures.push(error);
        if (isFailing) return;
        isFailing = true;
      }
    }
  }

  /** Processes one subscription. Returns the failure; null if there is none. */
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
      { organizationId, subscription: id, err: failure },
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
