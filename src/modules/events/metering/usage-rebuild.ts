import { Injectable } from '@nestjs/common';
import { statementsIn } from '../../../platform/database/prepared-statement';
import type { Transaction } from '../../../platform/database/transactions';
import { METRICS_BY_ID, metricOf, type BillableMetric, type MetricRow } from '../../billable-metrics';
import { UsageAggregatesRepository } from '../aggregation/usage-aggregates.repository';
import { countUsage, type UsageToCount } from '../aggregation/usage-counter';
import { countedUsageEventOf, type CountedUsageEvent, type UsageEvent } from '../usage-event';
import { PeriodEventsRepository } from './period-events.repository';
import type { CountedPeriod } from './usage-period';
import { UsagePeriodsRepository } from './usage-periods.repository';

/**
 * Computes the aggregates of billing periods from stored events. The caller holds the subscriptions' locks; the
 * periods of one call belong to different subscriptions.
 */
@Injectable()
export class UsageRebuild {
  constructor(
    private readonly periods: UsagePeriodsRepository,
    private readonly events: PeriodEventsRepository,
    private readonly aggregates: UsageAggregatesRepository,
  ) {}

  /**
   * Computes the aggregates with which new periods begin.
   *
   * @param withEvents ids of the periods for which events were waiting.
   * @returns the ids of the periods that begin with any usage.
   */
  async begin(
    tx: Transaction,
    organizationId: string,
    periods: readonly CountedPeriod[],
    withEvents: ReadonlySet<string>,
  ): Promise<Set<string>> {
    const carried = await this.carryOver(tx, organizationId, periods);
    const own = periods.filter((it) => withEvents.has(it.id));
    await this.count(tx, organizationId, own, 'own');
    return new Set([...carried, ...own.map((it) => it.id)]);
  }

  /** Recomputes the aggregates of open periods. */
  async run(tx: Transaction, organizationId: string, periods: readonly CountedPeriod[]): Promise<void> {
    const ids = periods.map((it) => it.id);
    await this.aggregates.clear(tx, organizationId, ids);
    await this.periods.markDirty(tx, organizationId, ids);
    await this.carryOver(tx, organizationId, periods);
    await this.count(tx, organizationId, periods, 'own');
  }

  /** Carries recurring usage over from before the periods. @returns the ids of the periods that got any. */
  private async carryOver(
    tx: Transaction,
    organizationId: string,
    periods: readonly CountedPeriod[],
  ): Promise<Set<string>> {
    const previous = await this.periods.findPrevious(tx, organizationId, periods);
    const carried = await this.aggregates.carryOver(tx, organizationId, previous);
    const first = periods.filter((it) => !previous.has(it.id));
    return new Set([...carried, ...(await this.count(tx, organizationId, first, 'earlier'))]);
  }

  /** @returns the ids of the periods that had such events. */
  private async count(
    tx: Transaction,
    organizationId: string,
    periods: readonly CountedPeriod[],
    which: 'own' | 'earlier',
  ): Promise<Set<string>> {
    const counted = new Set<string>();
    if (periods.length === 0) return counted;
    const metrics = new Map<string, BillableMetric>();
    for await (const events of this.events.eventsOf(tx, organizationId, { periods, which })) {
      await this.loadMetrics(tx, organizationId, events, metrics);
      const usage = usageOf(periods, events, metrics);
      for (const it of usage) for (const { id } of it.periods) counted.add(id);
      await countUsage(statementsIn(tx), organizationId, usage);
    }
    return counted;
  }

  private async loadMetrics(
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

/** Groups events by the period of their subscription. */
function usageOf(
  periods: readonly CountedPeriod[],
  events: readonly UsageEvent[],
  metrics: ReadonlyMap<string, BillableMetric>,
): UsageToCount[] {
  const bySubscription = new Map<string, CountedUsageEvent[]>();
  for (const event of events) {
    const own = bySubscription.get(event.subscriptionId) ?? [];
    bySubscription.set(event.subscriptionId, own);
    const metric = metrics.get(event.billableMetricId);
    if (metric !== undefined) own.push(countedUsageEventOf(event, metric));
  }
  return periods.flatMap((period) => {
    const own = bySubscription.get(period.subscriptionId);
    return own === undefined ? [] : [{ periods: [period], events: own }];
  });
}
