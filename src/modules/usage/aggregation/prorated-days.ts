import { localDayOf, type LocalDay } from '../../../platform/calendar';
import { addChange, addOperation, type DayChanges } from './day-changes';
import { Exact } from './decimals';
import type { DistinctValues } from './distinct-values';
import type { PeriodAggregates } from './period-aggregates';
import type { CountedEvent } from './usage-total';

/** The metrics of a billing period that a prorated charge prices, and the time zone of its days. */
export interface ProratedMetrics {
  proratedMetrics: readonly string[];
  timezone: string;
}

/**
 * Counts on which local days of an open period events change the levels of prorated metrics
 * (docs/billing-rules.md#prorated-charges). Call it before the events are counted otherwise, because it needs the
 * values as they were.
 *
 * @param earlier events from before the period. They determine which operations of the period have an effect.
 */
export function countProratedDays(
  aggregates: PeriodAggregates,
  { proratedMetrics, timezone }: ProratedMetrics,
  { earlier, own }: { earlier: readonly CountedEvent[]; own: readonly CountedEvent[] },
): void {
  if (proratedMetrics.length === 0) return;
  const isProrated = ({ metric }: CountedEvent): boolean => proratedMetrics.includes(metric.id);
  for (const event of earlier.filter(isProrated)) addToHistory(aggregates, event, null);
  for (const event of own.filter(isProrated)) {
    const day = localDayOf(event.timestamp, timezone);
    if (event.value !== null) addChange(daysOf(aggregates, event), day, new Exact(event.value));
    addToHistory(aggregates, event, day);
  }
}

/**
 * Adds the operation of a unique_count event to the history of its value.
 *
 * @param day null for an event from before the period.
 */
function addToHistory(aggregates: PeriodAggregates, event: CountedEvent, day: LocalDay | null): void {
  if (event.operation === null) return;
  const { key, active } = event.operation;
  const values: DistinctValues = aggregates.values.get(event.metric.id) ?? new Map<string, never>();
  aggregates.values.set(event.metric.id, values);
  // An unknown value is inactive, and older than any operation.
  const known = values.get(key) ?? { active: false, at: -Infinity, sequence: 0 };
  const before = values.has(key) ? { active: known.active, at: known.at, sequence: known.sequence } : null;
  const operation = { active, at: event.timestamp.getTime(), sequence: event.sequence };
  const start = known.history ?? { before, days: [] };
  values.set(key, { ...known, history: addOperation(daysOf(aggregates, event), start, operation, day) });
}

function daysOf({ days }: PeriodAggregates, { metric }: CountedEvent): DayChanges {
  const changes: DayChanges = days.get(metric.id) ?? new Map<LocalDay, never>();
  days.set(metric.id, changes);
  return changes;
}
