import {
  addMonths,
  localDayOf,
  monthOf,
  parseDate,
  startOfLocalDay,
  type LocalDay,
} from '../../../platform/calendar';
import type { BillingTime } from '../../invoices';
import type { PlanInterval } from '../../plans';

/** The inputs that determine the boundaries of billing periods. */
export interface PeriodRule {
  readonly interval: PlanInterval;
  readonly billingTime: BillingTime;
  /** The day on which the subscription started, even after plan changes. Only for anniversary billing. */
  readonly anchor: LocalDay;
  /** IANA name of the customer's time zone. */
  readonly timezone: string;
}

/** The half-open period `[from, to)`. A whole period begins and ends at the start of a local day. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The first day of a year that is also a Monday: its anniversaries are the calendar weeks, months, quarters
 * and years.
 */
const CALENDAR_ANCHOR = parseDate('2001-01-01');

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const;

/** Returns the whole period that contains `at`, even if the subscription starts or ends within it. */
export function periodContaining(rule: PeriodRule, at: Date): Period {
  return periodOfDay(rule, localDayOf(at, rule.timezone));
}

/** Returns the whole period that contains the local day. */
export function periodOfDay(rule: PeriodRule, day: LocalDay): Period {
  const anchor = rule.billingTime === 'calendar' ? CALENDAR_ANCHOR : rule.anchor;
  const index = indexOfPeriod(rule.interval, anchor, day);
  return {
    from: startOfLocalDay(firstDay(rule.interval, anchor, index), rule.timezone),
    to: startOfLocalDay(firstDay(rule.interval, anchor, index + 1), rule.timezone),
  };
}

export function nextPeriod(rule: PeriodRule, period: Period): Period {
  return periodContaining(rule, period.to);
}

export function previousPeriod(rule: PeriodRule, period: Period): Period {
  return periodContaining(rule, new Date(period.from.getTime() - 1));
}

/**
 * Returns the index of the period that contains the day; the period that begins at the anchor has index 0.
 */
function indexOfPeriod(interval: PlanInterval, anchor: LocalDay, day: LocalDay): number {
  if (interval === 'weekly') return Math.floor((day - anchor) / 7);
  const index = Math.floor((monthOf(day) - monthOf(anchor)) / MONTHS[interval]);
  return firstDay(interval, anchor, index) > day ? index - 1 : index;
}

/**
 * Returns the first day of a period. Counts from the anchor, not from the previous period: 31 January, 28
 * February, 31 March.
 */
function firstDay(interval: PlanInterval, anchor: LocalDay, index: number): LocalDay {
  if (interval === 'weekly') return anchor + 7 * index;
  return addMonths(anchor, MONTHS[interval] * index);
}
