import type { ChargeToRecount } from './charge-recount';
import { append, byPlace, canAppend, type ChargedEvent, type ChargeRun } from './charge-run';
import type { DayChanges, ValueHistory } from './day-changes';
import { Exact } from './decimals';
import type { EventCharge } from './event-charges';
import {
  addToTotal,
  emptyTotal,
  type CountedEvent,
  type CountedMetric,
  type UsageTotal,
} from './usage-total';

/** The last operation on one value of a unique_count metric, by timestamp and then by arrival. */
interface DistinctValue {
  active: boolean;
  at: number;
  sequence: number;
  /** Only for prorated metrics; absent while every operation is older than the period. */
  history?: ValueHistory;
}

/** The known values of one unique_count metric, by key. */
export type DistinctValues = Map<string, DistinctValue>;

/** The running aggregates of one billing period, as far as the events to count change them. */
export interface PeriodAggregates {
  /** By metric. */
  totals: Map<string, UsageTotal>;
  /** Of unique_count metrics, by metric. */
  values: Map<string, DistinctValues>;
  /** By charge. */
  charges: Map<string, ChargeRun>;
  /** Of prorated metrics, by metric. */
  days: Map<string, DayChanges>;
}

export function noAggregates(): PeriodAggregates {
  return { totals: new Map(), values: new Map(), charges: new Map(), days: new Map() };
}

/**
 * Counts events of an open period, in the order of their arrival.
 *
 * @returns the charges to which they must be added in their places, for which stored events have to be read again.
 */
export function countEvents(
  aggregates: PeriodAggregates,
  eventCharges: readonly EventCharge[],
  events: readonly CountedEvent[],
): ChargeToRecount[] {
  const chargedOf = new Map<string, ChargedEvents>();
  for (const event of events) {
    const total = totalOf(aggregates, event);
    addToTotal(total, event);
    const change = applyOperation(valuesOfMetric(aggregates, event), event);
    total.distinctCount += change;
    collect(chargedOf, event, chargedValue(event, change));
  }
  return eventCharges.flatMap((charge) => {
    const counted = chargedOf.get(charge.metricId);
    return counted === undefined ? [] : addToCharge(aggregates.charges, charge, counted);
  });
}

/** The events of one metric, as charges on single events count them. */
interface ChargedEvents {
  metric: CountedMetric;
  events: ChargedEvent[];
}

function addToCharge(
  charges: Map<string, ChargeRun>,
  charge: EventCharge,
  { metric, events }: ChargedEvents,
): ChargeToRecount[] {
  const { chargeId, properties } = charge;
  const run = charges.get(chargeId);
  const terms = { properties, ofDistinctValues: metric.aggregationType === 'unique_count' };
  if (run !== undefined && !canAppend(run, terms, events)) {
    return [{ charge, metric, run, events: events.sort(byPlace) }];
  }
  charges.set(chargeId, append(run, properties, events));
  return [];
}

/**
 * Returns the charges on single events of a unique_count to which events from before the period matter: they decide
 * which events of the period change the number of values.
 */
export function chargesOfEarlier(
  { charges }: PeriodAggregates,
  eventCharges: readonly EventCharge[],
  earlier: readonly CountedEvent[],
): ChargeToRecount[] {
  const metrics = new Map(earlier.map(({ metric }) => [metric.id, metric]));
  return eventCharges.flatMap((charge) => {
    const [metric, run] = [metrics.get(charge.metricId), charges.get(charge.chargeId)];
    if (run === undefined || metric?.aggregationType !== 'unique_count') return [];
    return [{ charge, metric, run, events: [] }];
  });
}

/** Counts events from before an open period that change the level with which it starts. */
export function carryEvents(aggregates: PeriodAggregates, events: readonly CountedEvent[]): void {
  for (const event of events) {
    const total = totalOf(aggregates, event);
    total.carried = total.carried.plus(levelChange(event));
    total.distinctCount += applyOperation(valuesOfMetric(aggregates, event), event);
  }
}

/**
 * Counts events that arrived after their period was closed, its own and those from before it. Billed units stay, but
 * the next period starts with the level that it should have.
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

/** Returns an event's value for a charge on single events: for unique_count the number of values it adds or removes. */
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

function collect(lists: Map<string, ChargedEvents>, event: CountedEvent, value: string): void {
  const { metric, timestamp, sequence } = event;
  const charged = { at: timestamp.getTime(), sequence, value };
  const list = lists.get(metric.id);
  if (list === undefined) lists.set(metric.id, { metric, events: [charged] });
  else list.events.push(charged);
}

/**
 * Applies an event's operation, unless a later one is known.
 *
 * @returns by how much the number of active values changes: 1, 0 or -1.
 */
function applyOperation(values: DistinctValues, event: CountedEvent): number {
  if (event.operation === null) return 0;
  const { key, active } = event.operation;
  const known = values.get(key);
  const at = event.timestamp.getTime();
  if (known !== undefined && isAfter(known, at, event.sequence)) return 0;
  values.set(key, { ...known, active, at, sequence: event.sequence });
  return Number(active) - Number(known?.active ?? false);
}

function isAfter(known: DistinctValue, at: number, sequence: number): boolean {
  return known.at > at || (known.at === at && known.sequence > sequence);
}
