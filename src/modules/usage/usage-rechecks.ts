import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { UsageListenersJobs } from './usage-listeners.jobs';
import { UsageRechecksRepository } from './usage-rechecks.repository';

/**
 * Has the usage listeners process billing periods again whose usage has not changed, because something else has that
 * their result depends on. Within seconds, outside the caller's transaction.
 */
@Injectable()
export class UsageRechecks {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: UsageRechecksRepository,
    private readonly listeners: UsageListenersJobs,
  ) {}

  /** For the open billing periods of a subscription. */
  async ofSubscription(tx: Transaction, organizationId: string, subscriptionId: string): Promise<void> {
    await this.repository.markOpenPeriods(tx, organizationId, subscriptionId);
    this.transactions.afterCommit(this.listeners.wake);
  }

  /** For the open billing periods of all subscriptions of a plan. There may be many, so they are marked in batches. */
  async ofPlan(tx: Transaction, organizationId: string, planId: string): Promise<void> {
    await this.repository.schedule(tx, organizationId, planId);
    this.transactions.afterCommit(this.listeners.wake);
  }
}
