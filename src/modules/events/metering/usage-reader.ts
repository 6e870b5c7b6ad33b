import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { NotFoundError } from '../../../platform/errors/app-error';
import { UsageAggregatesRepository } from '../aggregation/usage-aggregates.repository';
import type { UsageByPeriod } from './period-usage';
import { UsagePeriodsRepository } from './usage-periods.repository';
import { UsagePricing } from './usage-pricing';

/**
 * Reads the priced usage of billing periods from running aggregates, so that the cost of a read does not grow with
 * the number of events (docs/decisions.md#usage-totals).
 */
@Injectable()
export class UsageReader {
  constructor(
    private readonly periods: UsagePeriodsRepository,
    private readonly aggregates: UsageAggregatesRepository,
    private readonly pricing: UsagePricing,
  ) {}

  /** Reads the usage of all given periods with the same few statements, whatever the number of periods and charges. */
  async usageOf(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<UsageByPeriod> {
    const found = await this.periods.findPeriods(tx, organizationId, periodIds);
    const periods = [...found.values()];
    const versionIds = periods.map((it) => it.planVersionId);
    const versions = await this.pricing.versions(tx, organizationId, versionIds);
    const ids = periods.map((it) => it.id);
    const totals = await this.aggregates.totalsOf(tx, organizationId, ids);
    const withStates = periods.filter((it) => it.eventCharges.length > 0).map((it) => it.id);
    const states = await this.aggregates.chargeStatesOf(tx, organizationId, withStates);
    const withDays = periods.filter((it) => it.proratedMetrics.length > 0).map((it) => it.id);
    const days = await this.aggregates.dayChangesOf(tx, organizationId, withDays);
    return {
      of: (periodId) => {
        const period = found.get(periodId);
        if (period === undefined) throw new NotFoundError('usage period');
        const version = versions.get(period.planVersionId);
        if (version === undefined) throw new NotFoundError('plan version');
        return this.pricing.price(period, version, {
          totals: totals.get(periodId) ?? new Map<string, never>(),
          states: states.get(periodId) ?? new Map<string, never>(),
          days: days.get(periodId) ?? new Map<string, never>(),
        });
      },
    };
  }
}
