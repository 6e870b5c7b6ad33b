import type Decimal from 'decimal.js';
import { countLocalDays, localDayOf, type LocalDay } from '../../../platform/calendar';
import type { BillableMetric } from '../../billable-metrics';
import { roundUnits, type HeldUnits } from '../../plans';
import type { DayChanges } from './day-changes';
import { ZERO, toText } from './decimals';
import type { UsageTotal } from './usage-total';

/** A billing period, or a part of one, as far as its days matter. */
export interface PeriodWithDays {
  from: Date;
  to: Date;
  whole: { from: Date; to: Date };
  timezone: string;
  /** Whether another plan takes over at the end, to which the day of the end then belongs. */
  endsWithPlan: boolean;
}

/**
 * Returns on how many days of a period which level of a prorated metric was held, rounded as the metric says. A day counts
 * with the level at its end (docs/billing-rules.md#prorated-charges).
 */
export function heldUnits(
  metric: BillableMetric,
  total: UsageTotal,
  changes: DayChanges,
  period: PeriodWithDays,
): HeldUnits {
  const { timezone, whole } = period;
  const periodDays = daysBetween(localDayOf(whole.from, timezone), endOfDays(whole.to, timezone), timezone);
  const { first, end } = ownDays(period, periodDays);
  const inside = [...changes].filter(([day]) => day > first && day < end).sort(([a], [b]) => a - b);
  const bounds = [first, ...inside.map(([day]) => day), end];
  let level = sumOf(changes, (day) => day <= first).plus(levelBefore(total, changes));
  const levels = bounds.slice(0, -1).map((day, index) => {
    level = level.plus(inside[index - 1]?.[1] ?? ZERO);
    const units = roundUnits(toText(level), metric.roundingFunction, metric.roundingPrecision);
    return { units, days: daysBetween(day, bounds[index + 1] ?? end, timezone) };
  });
  return { levels, periodDays };
}

/** Returns the days of a billing period, and how many of them a part of it has. */
export function partOfPeriod(period: PeriodWithDays): { days: number; periodDays: number } {
  const { timezone, whole } = period;
  const periodDays = daysBetween(localDayOf(whole.from, timezone), endOfDays(whole.to, timezone), timezone);
  const { first, end } = ownDays(period, periodDays);
  return { days: daysBetween(first, end, timezone), periodDays };
}

/** A period that was extended to the end of its subscription has no more days than a whole one. */
function ownDays(
  { from, to, whole, timezone, endsWithPlan }: PeriodWithDays,
  periodDays: number,
): { first: LocalDay; end: LocalDay } {
  const first = Math.max(localDayOf(whole.from, timezone), localDayOf(from, timezone));
  const end = endsWithPlan ? localDayOf(to, timezone) : endOfDays(to, timezone);
  const isTooLong = daysBetween(first, end, timezone) > periodDays;
  return { first, end: Math.max(first, isTooLong ? endOfDays(whole.to, timezone) : end) };
}

function daysBetween(first: LocalDay, end: LocalDay, timezone: string): number {
  return countLocalDays(first, end, timezone);
}

/** Returns the day after the last one that a time up to `to` touches. */
function endOfDays(to: Date, timezone: string): LocalDay {
  return localDayOf(new Date(to.getTime() - 1), timezone) + 1;
}

/** Returns the level before all changes of the period. */
function levelBefore({ carried, sum, distinctCount }: UsageTotal, changes: DayChanges): Decimal {
  return carried
    .plus(sum)
    .plus(distinctCount)
    .minus(sumOf(changes, () => true));
}

function sumOf(changes: DayChanges, isCounted: (day: LocalDay) => boolean): Decimal {
  return [...changes].reduce((sum, [day, change]) => (isCounted(day) ? sum.plus(change) : sum), ZERO);
}
