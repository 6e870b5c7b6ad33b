import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { PlansService } from '../plans';
import type { MeteredSubscription } from './usage-meter';
import { UsageRepository } from './usage.repository';

/** What only the module that owns subscriptions knows about one. */
export interface SubscriptionTerms {
  status: 'pending' | 'active' | 'terminated' | 'canceled';
  currency: string;
}

export type ReadTerms = (
  tx: Transaction,
  organizationId: string,
  subscriptionId: string,
) => Promise<SubscriptionTerms>;

/** Reads subscriptions for the usage modules, which must not depend on the module that owns them. */
@Injectable()
export class MeteredSubscriptions {
  private readTerms: ReadTerms | undefined;

  constructor(
    private readonly repository: UsageRepository,
    private readonly plans: PlansService,
  ) {}

  /** The module that owns subscriptions, which this module must not import, registers how to read their terms. */
  registerTerms(read: ReadTerms): void {
    this.readTerms = read;
  }

  /** @throws NotFoundError */
  async termsOf(tx: Transaction, organizationId: string, subscriptionId: string): Promise<SubscriptionTerms> {
    if (this.readTerms === undefined) throw new Error('No module has registered the terms of subscriptions');
    return this.readTerms(tx, organizationId, subscriptionId);
  }

  /** @throws NotFoundError */
  async get(tx: Transaction, organizationId: string, subscriptionId: string): Promise<MeteredSubscription> {
    const found = await this.repository.findSubscription(tx, organizationId, subscriptionId);
    if (found === null) throw new NotFoundError('subscription');
    const { externalId, customerId, startedAt, endedAt, endsAt } = found;
    return { subscriptionId, externalId, customerId, startedAt, endedAt, endsAt };
  }

  /**
   * Returns the plan under which each billing period is billed, in the order of the periods.
   *
   * @throws NotFoundError
   */
  async plansOf(
    tx: Transaction,
    periods: readonly { organizationId: string; periodId: string }[],
  ): Promise<string[]> {
    const versions = await this.repository.findPlanVersions(tx, periods);
    return Promise.all(
      periods.map(async ({ organizationId, periodId }) => {
        const planVersionId = versions.get(periodId);
        if (planVersionId === undefined) throw new NotFoundError('usage period');
        return (await this.plans.getVersion(tx, organizationId, planVersionId)).planId;
      }),
    );
  }

  /**
   * Returns the plan under which a billing period is billed.
   *
   * @throws NotFoundError
   */
  async planOf(tx: Transaction, organizationId: string, periodId: string): Promise<string> {
    const period = await this.repository.findPeriod(tx, organizationId, periodId);
    if (period === null) throw new NotFoundError('usage period');
    return (await this.plans.getVersion(tx, organizationId, period.planVersionId)).planId;
  }
}
