import { localDayOf, startOfLocalDay } from '../../../platform/calendar';
import { periodContaining, previousPeriod, type Period, type PeriodRule } from './period';

/** When a subscription (one plan of it: a plan change ends one and starts another) was in force. */
export interface SubscriptionLife {
  readonly startedAt: Date;
  /** When it was terminated, upgraded or canceled; null while it runs. Not `ending_at`, which is a plan. */
  readonly endedAt: Date | null;
}

/** What one bill covers. */
export interface BilledPeriod extends Period {
  /** The usage on the bill, `[chargesFrom, chargesTo)`; it never begins before the exact start instant. */
  readonly chargesFrom: Date;
  readonly chargesTo: Date;
  /** False where `[from, to)` carries no fee: it was paid in advance, or nothing has ended yet. */
  readonly includesFee: boolean;
}

/**
 * The period that contains `at`, from the start of the start day at the earliest, to the termination at the
 * latest. Before the subscription's life that is its first period, after it the last one.
 */
export function currentPeriod(rule: PeriodRule, life: SubscriptionLife, at: Date): Period {
  const whole = wholePeriod(rule, life, at);
  return within(whole, startOfStartDay(rule, life), life.endedAt);
}

/**
 * What a bill made at `at` covers. In arrears: the period that just ended. In advance: the one that `at` is in,
 * with the usage of the one before. From the end of the subscription on: what is left of its last period, of
 * which an in-advance plan bills the usage only. A period before the start comes out empty (`from` = `to`).
 *
 * At the end of a trial in mid-period an in-advance plan bills the fee alone: that period's usage is not over,
 * and the usage before it has been billed. Then only `from` and `to` apply.
 */
export function billedPeriod(
  rule: PeriodRule,
  life: SubscriptionLife,
  payInAdvance: boolean,
  at: Date,
): BilledPeriod {
  const dayStart = startOfStartDay(rule, life);
  if (life.endedAt !== null && life.endedAt <= at) {
    const last = wholePeriod(rule, life, at);
    return {
      ...within(last, dayStart, life.endedAt),
      ...charges(last, life.startedAt, life.endedAt),
      includesFee: !payInAdvance,
    };
  }
  // An end later than `at` is ignored: a draft that is computed again covers what it covered when it was made.
  const begun = periodContaining(rule, later(at, life.startedAt));
  const over = previousPeriod(rule, begun);
  const fee = within(payInAdvance ? begun : over, dayStart, null);
  return { ...fee, ...charges(over, life.startedAt, null), includesFee: fee.from < fee.to };
}

/** The whole period of `at`, or the nearest one in the subscription's life. */
function wholePeriod(rule: PeriodRule, life: SubscriptionLife, at: Date): Period {
  // Half-open: who ends at the very start of a period was never in it.
  const last = life.endedAt === null ? at : new Date(life.endedAt.getTime() - 1);
  return periodContaining(rule, later(earlier(at, last), life.startedAt));
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

function startOfStartDay(rule: PeriodRule, life: SubscriptionLife): Date {
  return startOfLocalDay(localDayOf(life.startedAt, rule.timezone), rule.timezone);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
