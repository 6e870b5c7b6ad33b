import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { NotFoundError } from '../../../platform/errors/app-error';
import { PlansService } from '../../plans';
import { UsagePeriodsRepository } from './usage-periods.repository';

/** A subscription as far as ingestion needs it. */
export interface MeteredSubscription {
  id: string;
  externalId: string;
  customerId: string;
  /** Usage counts from here on; null before the start. */
  startedAt: Date | null;
  /** Usage counts up to here; null while the subscription is active. */
  endedAt: Date | null;
}

/** Reads subscriptions for the usage modules, which lie below the module that owns them. */
@Injectable()
export class MeteredSubscriptions {
  constructor(
    private readonly repository: UsagePeriodsRepository,
    private readonly plans: PlansService,
  ) {}

  /** @throws NotFoundError */
  async get(tx: Transaction, organizationId: string, id: string): Promise<MeteredSubscription> {
    const found = await this.repository.findSubscription(tx, organizationId, id);
    if (found === null) throw new NotFoundError('subscription');
    const { externalId, customerId, startedAt, endedAt } = found;
    return { id, externalId, customerId, startedAt, endedAt };
  }

  /** Returns the plan under which each billing period is billed, in the order of the periods. @throws NotFoundError */
  async plansOf(
    tx: Transaction,
    periods: readonly { organizationId: string; periodId: string }[],
  ): Promise<string[]> {
    const versions = await this.repository.findPlanVersions(tx, periods);
    const planIds = await this.plans.planIdsOf(tx, versions);
    const byPeriod = new Map(versions.map((it) => [it.periodId, planIds.get(it.planVersionId)]));
    return periods.map(({ periodId }) => {
      const planId = byPeriod.get(periodId);
      if (planId === undefined) throw new NotFoundError('usage period');
      return planId;
    });
  }
}
