import { localDayOf, startOfLocalDay } from '../../../platform/calendar';
import { periodContaining, previousPeriod, type Period, type PeriodRule } from './period';

/** When a subscription was on a plan; a plan change ends one time in force and begins another. */
export interface TimeInForce {
  readonly startedAt: Date;
  /** When it was terminated, upgraded or canceled; null until then. Not `ending_at`, which is only scheduled. */
  readonly endedAt: Date | null;
  /** When it is scheduled to end, to which the last period is extended; null for never. */
  readonly endsAt?: Date | null;
}

/** The period that one bill covers. */
export interface BilledPeriod extends Period {
  /** The usage on the bill, `[chargesFrom, chargesTo)`, which never begins before the exact start instant. */
  readonly chargesFrom: Date;
  readonly chargesTo: Date;
  /** Whether the bill has a fee for `[from, to)`: not if that was paid in advance, or no period has ended. */
  readonly includesFee: boolean;
}

/**
 * Returns the period that contains `at`, not before the start of the start day and not after the termination. Before the
 * start that is the first period, after the end the last one.
 */
export function currentPeriod(rule: PeriodRule, inForce: TimeInForce, at: Date): Period {
  const whole = wholePeriod(rule, inForce, at);
  return within(whole, startOfStartDay(rule, inForce), inForce.endedAt);
}

/**
 * Returns what a bill made at `at` covers. In arrears: the period that just ended. In advance: the period that contains
 * `at`, with the usage of the previous one. From the end of the subscription on: the rest of its last period, of which a
 * plan in advance bills only the usage. A period before the start is empty (`from` = `to`).
 *
 * When a trial ends within a period, a plan in advance bills the fee alone: the usage of that period continues, and earlier
 * usage has been billed. Then only `from` and `to` apply.
 */
export function billedPeriod(
  rule: PeriodRule,
  inForce: TimeInForce,
  payInAdvance: boolean,
  at: Date,
): BilledPeriod {
  const dayStart = startOfStartDay(rule, inForce);
  if (inForce.endedAt !== null && inForce.endedAt <= at) {
    const last = wholePeriod(rule, inForce, at);
    return {
      ...within(last, dayStart, inForce.endedAt),
      ...charges(last, inForce.startedAt, inForce.endedAt),
      includesFee: !payInAdvance,
    };
  }
  // Ignore an end after `at`, so that refreshing a draft does not change what it covers.
  const begun = extended(rule, inForce, periodContaining(rule, later(at, inForce.startedAt)));
  const over = previousPeriod(rule, begun);
  const fee = within(payInAdvance ? begun : over, dayStart, null);
  return { ...fee, ...charges(over, inForce.startedAt, null), includesFee: fee.from < fee.to };
}

/** Returns the whole period that contains `at`, or the nearest one in force. */
function wholePeriod(rule: PeriodRule, inForce: TimeInForce, at: Date): Period {
  // Periods are half-open: an end at the start of a period belongs to the previous one.
  const last = inForce.endedAt === null ? at : new Date(inForce.endedAt.getTime() - 1);
  return extended(rule, inForce, periodContaining(rule, later(earlier(at, last), inForce.startedAt)));
}

/** Extends the period to the scheduled end if that lies on the local day on which the next period would begin. */
function extended(rule: PeriodRule, { startedAt, endsAt }: TimeInForce, period: Period): Period {
  if (endsAt === null || endsAt === undefined) return period;
  const isWithin = (day: Date): boolean =>
    endsAt > day && localDayOf(endsAt, rule.timezone) === localDayOf(day, rule.timezone);
  if (isWithin(period.to)) return { from: period.from, to: endsAt };
  if (!isWithin(period.from) || startedAt >= period.from) return period;
  return { from: previousPeriod(rule, period).from, to: endsAt };
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

function startOfStartDay(rule: PeriodRule, inForce: TimeInForce): Date {
  return startOfLocalDay(localDayOf(inForce.startedAt, rule.timezone), rule.timezone);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
