import { Injectable } from '@nestjs/common';
import { statementsIn } from '../../platform/database/prepared-statement';
import type { Transaction } from '../../platform/database/transactions';
import { METRICS_BY_ID, metricOf, type BillableMetric, type MetricRow } from '../billable-metrics';
import { countedUsageOf, type UsageEvent } from './usage-event';
import { countUsage } from './usage-counter';
import type { MeteredPeriod } from './usage-period';
import { UsageTotalsRepository } from './usage-totals.repository';
import { UsageRepository } from './usage.repository';

/** Computes the aggregates of periods from stored events. */
@Injectable()
export class UsageRebuild {
  constructor(
    private readonly repository: UsageRepository,
    private readonly totals: UsageTotalsRepository,
  ) {}

  /**
   * Creates the aggregates of a new period.
   *
   * @param hasEvents whether events were waiting for the period.
   * @returns whether the period begins with usage.
   */
  async begin(
    tx: Transaction,
    organizationId: string,
    period: MeteredPeriod,
    hasEvents: boolean,
  ): Promise<boolean> {
    const isCarried = await this.takeOver(tx, organizationId, period);
    if (hasEvents) await this.count(tx, organizationId, period, 'own');
    return hasEvents || isCarried;
  }

  /** Recomputes the aggregates of an open period from its events. The caller holds the lock of the subscription. */
  async run(tx: Transaction, organizationId: string, period: MeteredPeriod): Promise<void> {
    await this.totals.clearAggregates(tx, organizationId, period.id);
    await this.repository.updatePeriod(tx, organizationId, period.id, { followed: false });
    await this.takeOver(tx, organizationId, period);
    await this.count(tx, organizationId, period, 'own');
  }

  /** Carries over the levels from before the period. Returns whether there are any. */
  private async takeOver(tx: Transaction, organizationId: string, period: MeteredPeriod): Promise<boolean> {
    const previous = await this.repository.findPrevious(tx, organizationId, period);
    if (previous !== null) return this.totals.carryOver(tx, organizationId, previous, period.id);
    return this.count(tx, organizationId, period, 'earlier');
  }

  private async count(
    tx: Transaction,
    organizationId: string,
    period: MeteredPeriod,
    which: 'own' | 'earlier',
  ): Promise<boolean> {
    const metrics = new Map<string, BillableMetric>();
    let isAny = false;
    for await (const stored of this.repository.eventsOf(tx, organizationId, { period, which })) {
      isAny = true;
      await this.learnMetrics(tx, organizationId, stored, metrics);
      const events = stored.flatMap((event) => {
        const metric = metrics.get(event.billableMetricId);
        return metric === undefined ? [] : [countedUsageOf(event, metric)];
      });
      await countUsage(statementsIn(tx), organizationId, [{ periods: [period], events }]);
    }
    return isAny;
  }

  private async learnMetrics(
    tx: Transaction,
    organizationId: string,
    events: readonly UsageEvent[],
    metrics: Map<string, BillableMetric>,
  ): Promise<void> {
    const ids = [...new Set(events.map((it) => it.billableMetricId))].filter((id) => !metrics.has(id));
    if (ids.length === 0) return;
    const rows = await statementsIn(tx).query<MetricRow>(METRICS_BY_ID, [organizationId, ids]);
    for (const row of rows) metrics.set(row.id, metricOf(row));
  }
}
