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

/** What decides where a subscription's billing periods begin. */
export interface PeriodRule {
  readonly interval: PlanInterval;
  readonly billingTime: BillingTime;
  /** `subscription_at`, inherited over plan changes. Only its local day counts, and only for anniversaries. */
  readonly anchor: Date;
  /** IANA name: the customer's time zone. */
  readonly timezone: string;
}

/** `[from, to)`; a whole period begins and ends at starts of local days. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A Monday and the first of a year: calendar weeks, months, quarters and years are its anniversaries. */
const CALENDAR_ANCHOR = parseDate('2001-01-01');

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const;

/** The whole period that contains `at`, wherever the subscription's own life begins and ends. */
export function periodContaining(rule: PeriodRule, at: Date): Period {
  const anchor = rule.billingTime === 'calendar' ? CALENDAR_ANCHOR : localDayOf(rule.anchor, rule.timezone);
  const index = indexOfPeriod(rule.interval, anchor, localDayOf(at, rule.timezone));
  return {
    from: startOfLocalDay(firstDay(rule.interval, anchor, index), rule.timezone),
    to: startOfLocalDay(firstDay(rule.interval, anchor, index + 1), rule.timezone),
  };
}

/** The whole period after a whole period. */
export function nextPeriod(rule: PeriodRule, period: Period): Period {
  return periodContaining(rule, period.to);
}

/** The whole period before a whole period. */
export function previousPeriod(rule: PeriodRule, period: Period): Period {
  return periodContaining(rule, new Date(period.from.getTime() - 1));
}

/** The number, counted from the anchor, of the period that holds the day. */
function indexOfPeriod(interval: PlanInterval, anchor: LocalDay, day: LocalDay): number {
  if (interval === 'weekly') return Math.floor((day - anchor) / 7);
  const index = Math.floor((monthOf(day) - monthOf(anchor)) / MONTHS[interval]);
  return firstDay(interval, anchor, index) > day ? index - 1 : index;
}

/** Always counted from the anchor, never from the period before: 31 January, 28 February, 31 March. */
function firstDay(interval: PlanInterval, anchor: LocalDay, index: number): LocalDay {
  if (interval === 'weekly') return anchor + 7 * index;
  return addMonths(anchor, MONTHS[interval] * index);
}
