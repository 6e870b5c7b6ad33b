import { percentageAddAll, percentageStart, type PercentageState } from '../../plans';
import type { DayChanges } from './day-changes';
import { Exact } from './decimals';
import { applyOperation, type DistinctValues } from './distinct-values';
import type { EventCharge } from './event-charges';
import { addToTotal, emptyTotal, type CountedEvent, type UsageTotal } from './usage-total';

/** The running aggregates of one billing period, limited to those that the events being counted change. */
export interface PeriodAggregates {
  /** By metric. */
  totals: Map<string, UsageTotal>;
  /** By metric, for unique_count metrics. */
  values: Map<string, DistinctValues>;
  /** By charge. */
  charges: Map<string, PercentageState>;
  /** By metric, for metrics with a prorated charge. */
  days: Map<string, DayChanges>;
}

export function noAggregates(): PeriodAggregates {
  return { totals: new Map(), values: new Map(), charges: new Map(), days: new Map() };
}

/** Counts events of an open period, in the order of their arrival. */
export function countEvents(
  aggregates: PeriodAggregates,
  eventCharges: readonly EventCharge[],
  events: readonly CountedEvent[],
): void {
  const valuesOf = new Map<string, string[]>();
  for (const event of events) {
    const total = totalOf(aggregates, event);
    addToTotal(total, event);
    const change = applyOperation(valuesOfMetric(aggregates, event), event);
    total.distinctCount += change;
    collect(valuesOf, event.metric.id, chargedValue(event, change));
  }
  for (const { chargeId, metricId, properties } of eventCharges) {
    const values = valuesOf.get(metricId);
    if (values === undefined) continue;
    const state = aggregates.charges.get(chargeId) ?? percentageStart();
    aggregates.charges.set(chargeId, percentageAddAll(state, properties, values));
  }
}

/** Adds events from before an open period to its starting level. */
export function carryEvents(aggregates: PeriodAggregates, events: readonly CountedEvent[]): void {
  for (const event of events) {
    const total = totalOf(aggregates, event);
    total.carried = total.carried.plus(levelChange(event));
    total.distinctCount += applyOperation(valuesOfMetric(aggregates, event), event);
  }
}

/**
 * Counts events that arrived after a period was closed: events of the period itself, and earlier events that change
 * its starting level. Billed units do not change, but the next period starts with the corrected level.
 */
export function countLate(
  aggregates: PeriodAggregates,
  events: readonly CountedEvent[],
  { own }: { own: boolean },
): void {
  for (const event of events) {
    const total = totalOf(aggregates, event);
    if (own) total.lateCount += 1;
    const { recurring, aggregationType } = event.metric;
    if (!recurring && aggregationType !== 'weighted_sum') continue;
    total.lateSum = total.lateSum.plus(levelChange(event));
    applyOperation(valuesOfMetric(aggregates, event), event);
  }
}

/**
 * Returns the value of an event for a charge that depends on individual events. For unique_count, this is the change in
 * the number of distinct values.
 */
function chargedValue(event: CountedEvent, change: number): string {
  return event.metric.aggregationType === 'unique_count' ? String(change) : (event.value ?? '0');
}

function levelChange({ value }: CountedEvent): InstanceType<typeof Exact> {
  return new Exact(value ?? 0);
}

function totalOf({ totals }: PeriodAggregates, { metric }: CountedEvent): UsageTotal {
  const total = totals.get(metric.id) ?? emptyTotal();
  totals.set(metric.id, total);
  return total;
}

function valuesOfMetric({ values }: PeriodAggregates, { metric }: CountedEvent): DistinctValues {
  const known = values.get(metric.id) ?? new Map<string, never>();
  values.set(metric.id, known);
  return known;
}

function collect(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
