import { localDayOf, startOfLocalDay } from '../../../platform/calendar';
import { periodContaining, previousPeriod, type Period, type PeriodRule } from './period';

/** When a subscription was active under one plan. A plan change ends one interval and starts another. */
export interface PlanTerm {
  readonly startedAt: Date;
  /**
   * When the subscription was terminated, upgraded or canceled; null until then. Not `ending_at`, which is
   * only scheduled.
   */
  readonly endedAt: Date | null;
}

/** The period that one bill covers. */
export interface BilledPeriod extends Period {
  /** The billed usage is `[chargesFrom, chargesTo)`; it never begins before the exact start. */
  readonly chargesFrom: Date;
  readonly chargesTo: Date;
  /** Whether the bill has a fee for `[from, to)`: false if that fee was prepaid, or no period has ended. */
  readonly includesFee: boolean;
}

/**
 * Returns the period that contains `at`, cut to the time from the start day to the termination. Returns the
 * first period before the start, and the last period after the end.
 */
export function currentPeriod(rule: PeriodRule, term: PlanTerm, at: Date): Period {
  const whole = wholePeriod(rule, term, at);
  return within(whole, startOfStartDay(rule, term), term.endedAt);
}

/**
 * Returns the period that a bill created at `at` covers. In arrears, that is the period that just ended; in
 * advance, the period that contains `at`, with the usage of the previous one. After the end of the
 * subscription, it is the rest of the last period, of which a plan paid in advance bills only usage. A period
 * before the start is empty (`from` = `to`).
 *
 * When a trial ends within a period, a plan paid in advance bills only the fee, because the usage of the
 * period continues and earlier usage has been billed. Then only `from` and `to` apply.
 */
export function billedPeriod(
  rule: PeriodRule,
  term: PlanTerm,
  payInAdvance: boolean,
  at: Date,
): BilledPeriod {
  const dayStart = startOfStartDay(rule, term);
  if (term.endedAt !== null && term.endedAt <= at) {
    const last = wholePeriod(rule, term, at);
    return {
      ...within(last, dayStart, term.endedAt),
      ...charges(last, term.startedAt, term.endedAt),
      includesFee: !payInAdvance,
    };
  }
  // Ignore an end after `at`, so that refreshing a draft does not change what it covers.
  const begun = periodContaining(rule, later(at, term.startedAt));
  const over = previousPeriod(rule, begun);
  const fee = within(payInAdvance ? begun : over, dayStart, null);
  return { ...fee, ...charges(over, term.startedAt, null), includesFee: fee.from < fee.to };
}

/** Returns the whole period that contains `at`, or else the nearest period of the subscription. */
function wholePeriod(rule: PeriodRule, term: PlanTerm, at: Date): Period {
  // Periods are half-open: an end at the start of a period belongs to the previous one.
  const last = term.endedAt === null ? at : new Date(term.endedAt.getTime() - 1);
  return periodContaining(rule, later(earlier(at, last), term.startedAt));
}

function charges(
  period: Period,
  from: Date,
  to: Date | null,
): Pick<BilledPeriod, 'chargesFrom' | 'chargesTo'> {
  const range = within(period, from, to);
  return { chargesFrom: range.from, chargesTo: range.to };
}

function within(period: Period, earliest: Date, latest: Date | null): Period {
  const from = later(period.from, earliest);
  const to = latest === null ? period.to : earlier(period.to, latest);
  return { from, to: later(to, from) };
}

function startOfStartDay(rule: PeriodRule, term: PlanTerm): Date {
  return startOfLocalDay(localDayOf(term.startedAt, rule.timezone), rule.timezone);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
