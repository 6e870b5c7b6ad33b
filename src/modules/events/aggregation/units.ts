import type Decimal from 'decimal.js';
import { roundUnits } from '../../plans';
import type { BillableMetric } from '../../billable-metrics';
import { ZERO, toText } from './decimals';
import type { UsageTotal } from './usage-total';

/** Digits to which a weighted average is rounded: the quotient of two decimals may be infinite. */
const AVERAGE_DECIMALS = 20;

/** The half-open billing period `[from, to)` of a total, with the whole one that it is a part of. */
export interface Period {
  from: Date;
  to: Date;
  whole: { from: Date; to: Date };
}

/** Returns the units of a metric in a period, rounded as the metric says, as a decimal string. */
export function unitsOf(metric: BillableMetric, total: UsageTotal, period: Period): string {
  const units = toText(aggregated(metric, total, period));
  return roundUnits(units, metric.roundingFunction, metric.roundingPrecision);
}

function aggregated(metric: BillableMetric, total: UsageTotal, period: Period): Decimal {
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
 * Returns the sum of v x (to - t) / whole over the level at the start and the events: the average of the level over the
 * whole billing period. Averages of parts of a billing period add up to that of the whole.
 */
function average({ carried, sum, moment }: UsageTotal, { from, to, whole }: Period): Decimal {
  // A last period that was extended to the end of its subscription is longer than the whole one.
  const length = Math.max(to.getTime(), whole.to.getTime()) - Math.min(from.getTime(), whole.from.getTime());
  if (length <= 0) return ZERO;
  const area = carried.plus(sum).times(to.getTime()).minus(carried.times(from.getTime())).minus(moment);
  return area.div(length).toDecimalPlaces(AVERAGE_DECIMALS);
}
