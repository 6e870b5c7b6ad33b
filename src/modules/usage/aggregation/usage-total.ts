import type Decimal from 'decimal.js';
import type { AggregationType } from '../../billable-metrics';
import { Exact, ZERO } from './decimals';
import type { DistinctOperation } from './event-value';

/** The fields of a metric that counting needs. */
export interface CountedMetric {
  id: string;
  aggregationType: AggregationType;
  fieldName: string | null;
  recurring: boolean;
}

export interface CountedEvent {
  metric: CountedMetric;
  timestamp: Date;
  /** Order of arrival. */
  sequence: number;
  /** Null unless the metric needs a number. */
  value: string | null;
  /** Null unless the metric is a unique_count and the event has a value. */
  operation: DistinctOperation | null;
}

/**
 * The running aggregate of one metric in one billing period. Only the fields that its aggregation needs are kept up to
 * date.
 */
export interface UsageTotal {
  eventsCount: number;
  lateCount: number;
  sum: Decimal;
  /** Sum of value x instant in milliseconds, from which the time-weighted average of any period can be computed. */
  moment: Decimal;
  max: Decimal | null;
  latest: { value: Decimal; at: number; sequence: number } | null;
  /** Active values at the end of the period, including those carried over. */
  distinctCount: number;
  /** The level of a recurring metric at the start of the period. */
  carried: Decimal;
  /**
   * Sum of the events that arrived too late to be billed in this period, but change the starting level of the next
   * period.
   */
  lateSum: Decimal;
}

export function emptyTotal(): UsageTotal {
  const none = { eventsCount: 0, lateCount: 0, distinctCount: 0, max: null, latest: null };
  return { ...none, sum: ZERO, moment: ZERO, carried: ZERO, lateSum: ZERO };
}

/** Adds an event of the period. Distinct values are counted elsewhere, because they depend on the other events. */
export function addToTotal(total: UsageTotal, event: CountedEvent): void {
  total.eventsCount += 1;
  if (event.value === null) return;
  const value = new Exact(event.value);
  switch (event.metric.aggregationType) {
    case 'sum':
      total.sum = total.sum.plus(value);
      break;
    case 'weighted_sum':
      total.sum = total.sum.plus(value);
      total.moment = total.moment.plus(value.times(event.timestamp.getTime()));
      break;
    case 'max':
      if (total.max?.greaterThanOrEqualTo(value) !== true) total.max = value;
      break;
    case 'latest':
      if (isLater(event, total.latest)) {
        total.latest = { value, at: event.timestamp.getTime(), sequence: event.sequence };
      }
      break;
    case 'count':
    case 'unique_count':
  }
}

/** Whether the event is later, by timestamp and then by arrival. */
function isLater(event: CountedEvent, than: { at: number; sequence: number } | null): boolean {
  if (than === null) return true;
  const at = event.timestamp.getTime();
  return at > than.at || (at === than.at && event.sequence > than.sequence);
}

/** Returns the starting level of the next period, for a recurring metric. */
export function closingLevel(total: UsageTotal): Decimal {
  return total.carried.plus(total.sum).plus(total.lateSum);
}
