import type Decimal from 'decimal.js';
import { roundUnits } from '../../plans';
import type { BillableMetric } from '../../billable-metrics';
import { ZERO, toText } from './decimals';
import type { UsageTotal } from './usage-total';

/** Decimal places to which a weighted average is rounded. The exact quotient may have infinitely many. */
const AVERAGE_DECIMALS = 20;

/** The half-open billing period `[from, to)` that a total belongs to. */
export interface BillingPeriod {
  from: Date;
  to: Date;
  /** The whole billing period of the subscription, of which `[from, to)` may be a part. */
  whole: { from: Date; to: Date };
  /** When that began, if an earlier plan began it. By default with the whole period, or with this one if it is earlier. */
  spanFrom?: Date | null;
  /** When that ends, if another plan takes over at the end. By default with the whole period, or with this one if it is later. */
  spanTo?: Date | null;
}

/** Returns the units of a metric in a period, rounded as the metric specifies, as a decimal string. */
export function unitsOf(metric: BillableMetric, total: UsageTotal, period: BillingPeriod): string {
  const units = toText(aggregated(metric, total, period));
  return roundUnits(units, metric.roundingFunction, metric.roundingPrecision);
}

/** Returns the units before they are rounded as the metric specifies. They may be negative. */
export function aggregated(metric: BillableMetric, total: UsageTotal, period: BillingPeriod): Decimal {
  switch (metric.aggregationType) {
    case 'count':
      return ZERO.plus(total.eventsCount);
    case 'sum':
      return total.carried.plus(total.sum);
    case 'max':
      return total.max ?? ZERO;
    case 'latest':
      return total.latest === null || total.latest.value.isNegative() ? ZERO : total.latest.value;
    case 'unique_count':
      return ZERO.plus(total.distinctCount);
    case 'weighted_sum':
      return average(total, period);
  }
}

/**
 * Returns the sum of v x (to - t) over the starting level and the events, divided by the length of the whole billing
 * period: parts of a billing period add up to the whole (docs/billing-rules.md#weighted-sum).
 */
function average({ carried, sum, moment }: UsageTotal, period: BillingPeriod): Decimal {
  const { from, to, whole, spanFrom, spanTo } = period;
  // A period can reach beyond the whole one, after a change to the time zone or until the end of the subscription.
  const begins = spanFrom?.getTime() ?? Math.min(from.getTime(), whole.from.getTime());
  const ends = spanTo?.getTime() ?? Math.max(to.getTime(), whole.to.getTime());
  const length = ends - begins;
  if (length <= 0) return ZERO;
  const area = carried.plus(sum).times(to.getTime()).minus(carried.times(from.getTime())).minus(moment);
  return area.div(length).toDecimalPlaces(AVERAGE_DECIMALS);
}
