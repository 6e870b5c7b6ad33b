import type Decimal from 'decimal.js';
import { countLocalDays, localDayOf, parseDate, type LocalDay } from '../../../platform/calendar';
import type { BillableMetric } from '../../billable-metrics';
import { roundUnits, type HeldUnits, type PartOfPeriod } from '../../plans';
import type { DayChanges } from './day-changes';
import { Exact, ZERO, toText } from './decimals';
import type { BillingPeriod } from './units';
import type { UsageTotal } from './usage-total';

/** A billing period, with the fields that determine its days. */
export interface PeriodWithDays extends BillingPeriod {
  timezone: string;
  /** The first day, as YYYY-MM-DD; null if that is the day of `from`. */
  firstDay: string | null;
  /** The most days that are billed: those that earlier plans of the billing period have left; null for all. */
  daysLeft: number | null;
  /**
   * Whether another plan continues the billing period. The day of the end then belongs to that plan, as it does if `spanTo`
   * says that a plan takes over which begins a new billing period.
   */
  endsWithPlan: boolean;
}

/**
 * Returns which level of a prorated metric was held on how many days of a period, rounded as the metric specifies. A
 * day counts with the level at its end (docs/billing-rules.md#prorated-charges).
 */
export function heldUnits(
  metric: BillableMetric,
  total: UsageTotal,
  changes: DayChanges,
  period: PeriodWithDays,
): HeldUnits {
  const { timezone } = period;
  const { first, end, mostDays, periodDays } = daysOf(period);
  const inside = [...changes].filter(([day]) => day > first && day < end).sort(([a], [b]) => a - b);
  const bounds = [first, ...inside.map(([day]) => day), end];
  let level = levelBefore(total, changes).plus(sumOf(changes, (day) => day <= first));
  const levels = bounds.slice(0, -1).map((day, index) => {
    level = level.plus(inside[index - 1]?.[1] ?? ZERO);
    const units = roundUnits(toText(level), metric.roundingFunction, metric.roundingPrecision);
    return { units, days: countLocalDays(day, bounds[index + 1] ?? end, timezone) };
  });
  const isTooLong = countLocalDays(first, end, timezone) > mostDays;
  return { levels: isTooLong ? highestDays(levels, mostDays) : levels, periodDays };
}

/** Returns the number of days of the whole billing period, and how many of them the period has. */
export function partOfPeriod(period: PeriodWithDays): PartOfPeriod {
  const { first, end, mostDays, periodDays } = daysOf(period);
  return { days: Math.min(mostDays, countLocalDays(first, end, period.timezone)), periodDays };
}

/**
 * Returns the first day of a period and the day after its last. A period that is extended to the end of its
 * subscription may have a day too many: no unit counts on more than `mostDays` (docs/billing-rules.md#end-date).
 */
function daysOf(period: PeriodWithDays): {
  first: LocalDay;
  end: LocalDay;
  mostDays: number;
  periodDays: number;
} {
  const { from, to, whole, timezone, firstDay, daysLeft, endsWithPlan, spanTo = null } = period;
  const wholeFirst = localDayOf(whole.from, timezone);
  const periodDays = countLocalDays(wholeFirst, endOfDays(whole.to, timezone), timezone);
  // After a change to the time zone, the day of `from` may have been billed before, or the one before it may not.
  const day = firstDay === null ? localDayOf(from, timezone) : parseDate(firstDay);
  const first = Math.max(wholeFirst, day);
  const end = endsWithPlan || spanTo !== null ? localDayOf(to, timezone) : endOfDays(to, timezone);
  return { first, end: Math.max(first, end), mostDays: daysLeft ?? periodDays, periodDays };
}

/**
 * Keeps the days with the highest levels. So a unit that was held on all days counts for no more than `most`, and one
 * that was added on the last day counts for that day.
 */
function highestDays(levels: HeldUnits['levels'], most: number): HeldUnits['levels'] {
  let left = most;
  return [...levels]
    .sort((a, b) => new Exact(b.units).comparedTo(a.units))
    .map(({ units, days }) => {
      const kept = Math.min(days, left);
      left -= kept;
      return { units, days: kept };
    });
}

/** Returns the day after the last one that a period up to `to` touches. */
function endOfDays(to: Date, timezone: string): LocalDay {
  return localDayOf(new Date(to.getTime() - 1), timezone) + 1;
}

/** Returns the level before all changes within the period. */
function levelBefore({ carried, sum, distinctCount }: UsageTotal, changes: DayChanges): Decimal {
  const after = carried.plus(sum).plus(distinctCount);
  return after.minus(sumOf(changes, () => true));
}

function sumOf(changes: DayChanges, isCounted: (day: LocalDay) => boolean): Decimal {
  return [...changes].reduce((sum, [day, change]) => (isCounted(day) ? sum.plus(change) : sum), ZERO);
}
