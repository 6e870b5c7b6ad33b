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
}

/** Returns the units of a metric in a period, rounded as the metric specifies, as a decimal string. */
export function unitsOf(metric: BillableMetric, total: UsageTotal, period: BillingPeriod): string {
  const units = toText(aggregated(metric, total, period));
  return roundUnits(units, metric.roundingFunction, metric.roundingPrecision);
}

function aggregated(metric: BillableMetric, total: UsageTotal, period: BillingPeriod): Decimal {
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
      return total.carried.plus(average(total, period));
  }
}

/**
 * Returns the sum of v x (to - t) / (to - from) over the events: the time-weighted average of the level that they add
 * up to.
 */
function average({ sum, moment }: UsageTotal, { from, to }: BillingPeriod): Decimal {
  const length = to.getTime() - from.getTime();
  if (length <= 0) return ZERO;
  return sum.times(to.getTime()).minus(moment).div(length).toDecimalPlaces(AVERAGE_DECIMALS);
}
