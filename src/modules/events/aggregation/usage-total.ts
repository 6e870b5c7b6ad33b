import type Decimal from 'decimal.js';
import type { AggregationType } from '../../billable-metrics';
import { Exact, ZERO } from './decimals';
import type { DistinctOperation } from './event-value';

/** What counting needs to know of a metric. */
export interface CountedMetric {
  id: string;
  aggregationType: AggregationType;
  fieldName: string | null;
  recurring: boolean;
}

/** An event as it is counted. */
export interface CountedEvent {
  metric: CountedMetric;
  timestamp: Date;
  /** Order of arrival. */
  sequence: number;
  /** Of a numeric metric. */
  value: string | null;
  /** Of a unique_count metric. */
  operation: DistinctOperation | null;
}

/** The running aggregate of one metric in one window. Only what the metric's aggregation needs is kept up. */
export interface UsageTotal {
  eventsCount: number;
  lateCount: number;
  sum: Decimal;
  /** Sum of value x instant in milliseconds: from it follows the time-weighted level of any window. */
  moment: Decimal;
  max: Decimal | null;
  latest: { value: Decimal; at: number; sequence: number } | null;
  /** Values that count at the window's end, those carried over included. */
  distinctCount: number;
  /** The level of a recurring metric at the window's start. */
  carried: Decimal;
  /** What came too late to be billed in this window but moves the level that the next one starts with. */
  lateSum: Decimal;
}

export function emptyTotal(): UsageTotal {
  const none = { eventsCount: 0, lateCount: 0, distinctCount: 0, max: null, latest: null };
  return { ...none, sum: ZERO, moment: ZERO, carried: ZERO, lateSum: ZERO };
}

/** One more event of the window, apart from what depends on the other values of the metric. */
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

/** By timestamp, then by arrival. */
function isLater(event: CountedEvent, than: { at: number; sequence: number } | null): boolean {
  if (than === null) return true;
  const at = event.timestamp.getTime();
  return at > than.at || (at === than.at && event.sequence > than.sequence);
}

/** The level of a recurring metric that the next window starts with. */
export function closingLevel(total: UsageTotal): Decimal {
  return total.carried.plus(total.sum).plus(total.lateSum);
}
