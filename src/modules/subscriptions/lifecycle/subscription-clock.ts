import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { NotFoundError } from '../../../platform/errors/app-error';
import type { DueQueue } from '../../../platform/jobs/due-queue';
import { JobFailures, type JobFailure } from '../../../platform/jobs/job-failures';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { InvoiceTooLargeError } from '../../invoices';
import { SubscriptionTermsReader } from '../subscription-terms';
import type { SubscriptionEntity } from '../subscription.entity';
import { nextAction } from '../subscription.rules';
import { SubscriptionsRepository, type DueSubscription } from '../subscriptions.repository';
import { BillingFailedError, describeFailure, isBillingFailure } from './billing-error';
import { SubscriptionLifecycle } from './subscription-lifecycle';

const NAME = 'subscriptions';
const BATCH = 50;
const CONCURRENCY = 4;
/** Batches to look at for one whose customers no other process has locked. */
const LOOK_AHEAD = 16;

/** Work on a locked subscription. */
type Work<T> = (tx: Transaction, subscription: SubscriptionEntity, now: Date) => Promise<T>;

/**
 * Does what falls due of subscriptions: starts, ends of trials and periods, terminations. A subscription whose action
 * fails is set aside with a billing error until a retry succeeds (docs/billing-rules.md#billing-errors).
 */
@Injectable()
export class SubscriptionClock {
  private readonly queue: DueQueue<SubscriptionEntity>;
  private readonly failures = new JobFailures();

  constructor(
    jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
    private readonly terms: SubscriptionTermsReader,
    private readonly lifecycle: SubscriptionLifecycle,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.queue = jobs.dueQueue<SubscriptionEntity>({
      name: NAME,
      schedule: SCHEDULES.subscriptions,
      batchSize: BATCH,
      concurrency: CONCURRENCY,
      nextDueAt: (reader, now) => this.repository.nextActionAt(reader, NAME, now),
      claim: (tx, now, limit) => this.claim(tx, now, limit),
      act: (tx, due, now) => this.lifecycle.act(tx, due, now),
      onFailure: (tx, subscription, failure) => this.setAside(tx, subscription, failure),
    });
  }

  /** Does everything that is due. Returns the number of actions. */
  run(): Promise<number> {
    return this.queue.run();
  }

  /**
   * Runs `work` on a subscription that nothing is due for: due actions are done first, each in a transaction of its own.
   *
   * @throws NotFoundError; BillingFailedError when it cannot be billed.
   */
  upToDate<T>(caller: Caller, id: string, work: Work<T>): Promise<T> {
    return this.bringUpToDate(caller, id, work, false);
  }

  /** As `upToDate`, but runs `work` also on a subscription whose due action fails. @throws NotFoundError */
  upToDateIfPossible<T>(caller: Caller, id: string, work: Work<T>): Promise<T> {
    return this.bringUpToDate(caller, id, work, true);
  }

  /**
   * Claims due subscriptions of one organization. Customers are locked before subscriptions, as everywhere, and without
   * waiting: a request that holds one of them may be waiting for a subscription.
   */
  private async claim(tx: Transaction, now: Date, limit: number): Promise<SubscriptionEntity[]> {
    const due = await this.repository.findDue(tx, NAME, now, limit * LOOK_AHEAD);
    for (const { organizationId, batch } of batchesOf(due, limit)) {
      const customerIds = batch.map((it) => it.customerId);
      const free = new Set(await this.terms.tryLockCustomers(tx, organizationId, customerIds));
      const ids = batch.filter((it) => free.has(it.customerId)).map((it) => it.id);
      const claimed =
        ids.length === 0 ? [] : await this.repository.lockDue(tx, NAME, now, { organizationId, ids });
      if (claimed.length > 0) return claimed;
    }
    return [];
  }

  private async bringUpToDate<T>(
    caller: Caller,
    id: string,
    work: Work<T>,
    evenIfSetAside: boolean,
  ): Promise<T> {
    for (;;) {
      const step = { failed: false };
      const isReady = (subscription: SubscriptionEntity, now: Date): boolean =>
        !isDue(subscription, now) || (evenIfSetAside && isSetAside(subscription, now));
      try {
        const done = await this.locked(caller, id, async (tx, subscription, now) => {
          if (isReady(subscription, now)) return { result: await work(tx, subscription, now) };
          step.failed = true;
          await this.act(tx, subscription, now);
          step.failed = false;
          return null;
        });
        if (done !== null) return done.result;
      } catch (error) {
        if (step.failed && evenIfSetAside) return this.locked(caller, id, work);
        if (error instanceof InvoiceTooLargeError || (step.failed && isBillingFailure(error))) {
          throw new BillingFailedError(error);
        }
        throw error;
      }
    }
  }

  private async act(tx: Transaction, subscription: SubscriptionEntity, now: Date): Promise<void> {
    const { organizationId, id, billingError } = subscription;
    await this.lifecycle.act(tx, [subscription], now);
    if (billingError !== null) await this.failures.clear(tx, NAME, organizationId, [id]);
  }

  private locked<T>(caller: Caller, id: string, work: Work<T>): Promise<T> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const found = await this.repository.find(tx, organizationId, id);
      if (found === null) throw new NotFoundError('subscription');
      await this.terms.lockCustomer(tx, organizationId, found.customerId);
      const subscription = await this.repository.findForUpdate(tx, organizationId, id);
      if (subscription === null) throw new NotFoundError('subscription');
      return work(tx, subscription, this.clock.now());
    });
  }

  private async setAside(
    tx: Transaction,
    { organizationId, id }: SubscriptionEntity,
    { error, retryAt }: JobFailure,
  ): Promise<void> {
    const subscription = await this.repository.findForUpdate(tx, organizationId, id);
    if (subscription === null || !isDue(subscription, this.clock.now())) return;
    const since = subscription.billingError?.since ?? this.clock.now().toISOString();
    const billingError = { ...describeFailure(error), since, retryAt: retryAt.toISOString() };
    await this.repository.updateAll(tx, [{ ...subscription, billingError }]);
  }
}

/** Splits due subscriptions into batches of one organization each, in their order. */
function batchesOf(
  due: readonly DueSubscription[],
  limit: number,
): { organizationId: string; batch: DueSubscription[] }[] {
  const batches: { organizationId: string; batch: DueSubscription[] }[] = [];
  for (const organizationId of new Set(due.map((it) => it.organizationId))) {
    const own = due.filter((it) => it.organizationId === organizationId);
    for (let from = 0; from < own.length; from += limit) {
      batches.push({ organizationId, batch: own.slice(from, from + limit) });
    }
  }
  return batches;
}

function isDue(subscription: SubscriptionEntity, now: Date): boolean {
  const action = nextAction(subscription);
  return action !== null && action.at <= now;
}

/** Whether the due action failed and its retry lies ahead. */
function isSetAside({ billingError }: SubscriptionEntity, now: Date): boolean {
  return billingError !== null && new Date(billingError.retryAt) > now;
}
