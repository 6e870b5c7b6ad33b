import { Injectable } from '@nestjs/common';
import { statementsIn } from '../../platform/database/prepared-statement';
import type { Transaction } from '../../platform/database/transactions';
import { METRICS_BY_ID, metricOf, type BillableMetric, type MetricRow } from '../billable-metrics';
import { PeriodEventsRepository } from './period-events.repository';
import { countedUsageOf, type CountedUsage, type UsageEvent } from './usage-event';
import { countUsage, type UsageToCount } from './usage-counter';
import type { MeteredPeriod } from './usage-period';
import { UsageTotalsRepository } from './usage-totals.repository';
import { UsageRepository } from './usage.repository';

/**
 * Computes the aggregates of periods from stored events. The caller holds the locks of the subscriptions, each of which has
 * only one of the periods of a call.
 */
@Injectable()
export class UsageRebuild {
  constructor(
    private readonly repository: UsageRepository,
    private readonly events: PeriodEventsRepository,
    private readonly totals: UsageTotalsRepository,
  ) {}

  /**
   * Creates the aggregates of new periods.
   *
   * @param withEvents IDs of the periods for which events were waiting.
   * @returns the IDs of the periods that begin with usage.
   */
  async begin(
    tx: Transaction,
    organizationId: string,
    periods: readonly MeteredPeriod[],
    withEvents: ReadonlySet<string>,
  ): Promise<Set<string>> {
    const carried = await this.takeOver(tx, organizationId, periods);
    const own = periods.filter((it) => withEvents.has(it.id));
    await this.count(tx, organizationId, own, 'own');
    return new Set([...carried, ...withEvents]);
  }

  /** Recomputes the aggregates of an open period from its events. */
  async run(tx: Transaction, organizationId: string, period: MeteredPeriod): Promise<void> {
    await this.totals.clearAggregates(tx, organizationId, period.id);
    await this.repository.markCounted(tx, organizationId, [period.id]);
    await this.takeOver(tx, organizationId, [period]);
    await this.count(tx, organizationId, [period], 'own');
  }

  /** Carries over the levels from before the periods. Returns the IDs of the periods that get any. */
  private async takeOver(
    tx: Transaction,
    organizationId: string,
    periods: readonly MeteredPeriod[],
  ): Promise<string[]> {
    const previous = await this.repository.findPrevious(tx, organizationId, periods);
    const carried = await this.totals.carryOver(tx, organizationId, previous);
    const first = periods.filter((it) => !previous.has(it.id));
    return [...carried, ...(await this.count(tx, organizationId, first, 'earlier'))];
  }

  /** Returns the IDs of the periods that have such events. */
  private async count(
    tx: Transaction,
    organizationId: string,
    periods: readonly MeteredPeriod[],
    which: 'own' | 'earlier',
  ): Promise<Set<string>> {
    const counted = new Set<string>();
    if (periods.length === 0) return counted;
    const metrics = new Map<string, BillableMetric>();
    for await (const events of this.events.eventsOf(tx, organizationId, { periods, which })) {
      await this.learnMetrics(tx, organizationId, events, metrics);
      const usage = usageOf(periods, events, metrics);
      for (const it of usage) for (const { id } of it.periods) counted.add(id);
      await countUsage(statementsIn(tx), organizationId, usage);
    }
    return counted;
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

/** Groups events by the period of their subscription. */
function usageOf(
  periods: readonly MeteredPeriod[],
  events: readonly UsageEvent[],
  metrics: ReadonlyMap<string, BillableMetric>,
): UsageToCount[] {
  const bySubscription = new Map<string, CountedUsage[]>();
  for (const event of events) {
    const own = bySubscription.get(event.subscriptionId) ?? [];
    bySubscription.set(event.subscriptionId, own);
    const metric = metrics.get(event.billableMetricId);
    if (metric !== undefined) own.push(countedUsageOf(event, metric));
  }
  return periods.flatMap((period) => {
    const own = bySubscription.get(period.subscriptionId);
    return own === undefined ? [] : [{ periods: [period], events: own }];
  });
}
