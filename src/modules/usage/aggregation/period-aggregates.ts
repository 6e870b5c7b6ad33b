import { append, byPlace, canAppend, type ChargedEvent, type ChargeRun } from './charge-run';
import type { DayChanges } from './day-changes';
import { Exact } from './decimals';
import { applyOperation, type DistinctValues } from './distinct-values';
import type { EventCharge } from './event-charges';
import {
  addToTotal,
  emptyTotal,
  type CountedEvent,
  type CountedMetric,
  type UsageTotal,
} from './usage-total';

/** The running aggregates of one billing period, limited to those that the events being counted change. */
export interface PeriodAggregates {
  /** By metric. */
  totals: Map<string, UsageTotal>;
  /** By metric, for unique_count metrics. */
  values: Map<string, DistinctValues>;
  /** By charge. */
  charges: Map<string, ChargeRun>;
  /** By metric, for metrics with a prorated charge. */
  days: Map<string, DayChanges>;
}

/** A charge on single events to which events must be added in their places, for which stored events are read again. */
export interface DisorderedCharge {
  charge: EventCharge;
  metric: CountedMetric;
  run: ChargeRun;
  /** In the order of their places. */
  events: readonly ChargedEvent[];
  /** Events from before the period that are being counted, and not saved yet. */
  earlier: readonly CountedEvent[];
}

export function noAggregates(): PeriodAggregates {
  return { totals: new Map(), values: new Map(), charges: new Map(), days: new Map() };
}

/**
 * Counts events of an open period.
 *
 * @returns the charges that the caller must recount.
 */
export function countEvents(
  aggregates: PeriodAggregates,
  eventCharges: readonly EventCharge[],
  events: readonly CountedEvent[],
): DisorderedCharge[] {
  const chargedOf = new Map<string, { metric: CountedMetric; events: ChargedEvent[] }>();
  for (const event of eventCharges.length === 0 ? events : inOrder(events)) {
    const total = totalOf(aggregates, event);
    addToTotal(total, event);
    const change = applyOperation(valuesOfMetric(aggregates, event), event);
    total.distinctCount += change;
    const charged = { at: event.timestamp.getTime(), sequence: event.sequence };
    const list = chargedOf.get(event.metric.id) ?? { metric: event.metric, events: [] };
    chargedOf.set(event.metric.id, list);
    list.events.push({ ...charged, value: chargedValue(event, change) });
  }
  return eventCharges.flatMap((charge) => {
    const list = chargedOf.get(charge.metricId);
    return list === undefined ? [] : addToCharge(aggregates, charge, list);
  });
}

function inOrder(events: readonly CountedEvent[]): CountedEvent[] {
  const place = ({ timestamp, sequence }: CountedEvent): ChargedEvent => ({
    at: timestamp.getTime(),
    sequence,
    value: '',
  });
  return [...events].sort((one, other) => byPlace(place(one), place(other)));
}

function addToCharge(
  { charges }: PeriodAggregates,
  charge: EventCharge,
  { metric, events }: { metric: CountedMetric; events: ChargedEvent[] },
): DisorderedCharge[] {
  const { chargeId, properties } = charge;
  const run = charges.get(chargeId);
  const terms = { properties, ofDistinctValues: metric.aggregationType === 'unique_count' };
  if (run !== undefined && !canAppend(run, terms, events)) {
    return [{ charge, metric, run, events, earlier: [] }];
  }
  charges.set(chargeId, append(run, properties, events));
  return [];
}

/**
 * Returns the charges that the caller must recount because of events from before the period: for a unique_count, these
 * decide which events of the period change the number of values.
 */
export function disorderedBy(
  earlier: readonly CountedEvent[],
  { charges }: PeriodAggregates,
  eventCharges: readonly EventCharge[],
): DisorderedCharge[] {
  const metrics = new Map(earlier.map(({ metric }) => [metric.id, metric]));
  return eventCharges.flatMap((charge) => {
    const [metric, run] = [metrics.get(charge.metricId), charges.get(charge.chargeId)];
    if (run === undefined || metric?.aggregationType !== 'unique_count') return [];
    const ofMetric = earlier.filter((it) => it.metric.id === metric.id);
    return [{ charge, metric, run, events: [], earlier: ofMetric }];
  });
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
