import { localDayOf, startOfLocalDay, type LocalDay } from '../../../platform/calendar';
import { periodContaining, periodOfDay, previousPeriod, type Period, type PeriodRule } from './period';

/** The time during which a subscription was on one plan. A plan change ends it and starts the next. */
export interface PlanTerm {
  readonly startedAt: Date;
  /**
   * When the plan was replaced by an upgrade, or the subscription terminated or canceled; null until then.
   * Not `ending_at`, which is only scheduled.
   */
  readonly endedAt: Date | null;
  /** When the subscription is scheduled to end, to which the last period is extended; null for never. */
  readonly endsAt?: Date | null;
  /** The current or last period, which begins where the previous one ended; null before the start. */
  readonly running?: RunningPeriod | null;
}

export interface RunningPeriod extends Period {
  /** The first billed day. */
  readonly firstDay: LocalDay;
}

/** The period that one invoice covers. */
export interface BilledPeriod extends Period {
  /**
   * The billed usage is `[chargesFrom, chargesTo)`. It never begins before the exact start of the
   * subscription.
   */
  readonly chargesFrom: Date;
  readonly chargesTo: Date;
  /**
   * Whether the invoice has a fee for `[from, to)`. False if that fee was prepaid, or if no period has ended.
   */
  readonly includesFee: boolean;
}

/**
 * Returns the period that contains `at`, limited to the time from the start day to the end of the
 * subscription. Returns the first period before that time, and the last one after it.
 */
export function currentPeriod(rule: PeriodRule, term: PlanTerm, at: Date): Period {
  const whole = wholePeriod(rule, term, at);
  return within(whole, startOfStartDay(rule, term), term.endedAt);
}

/**
 * Returns the period that an invoice created at `at` covers. In arrears, that is the last complete period. In
 * advance, it is the period that contains `at`, with the usage of the previous period. After the subscription
 * ends, it is the rest of the last period; a plan paid in advance then bills only usage. Before the
 * subscription starts, the period is empty (`from` = `to`).
 *
 * If a trial of a plan paid in advance ends within a period, the invoice created at that instant bills only the fee:
 * earlier usage has been billed, and the usage of this period is billed when it ends. For that invoice, only `from`
 * and `to` apply.
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
  // Ignore an end after `at`, so that a later end does not change the period of an existing draft.
  const begun = periodAt(rule, term, later(at, term.startedAt));
  const over = { ...periodAt(rule, term, new Date(begun.from.getTime() - 1)), to: begun.from };
  const fee = within(payInAdvance ? begun : over, dayStart, null);
  return { ...fee, ...charges(over, term.startedAt, null), includesFee: fee.from < fee.to };
}

/** Returns the whole period that contains `at`, or else the nearest period of the subscription. */
function wholePeriod(rule: PeriodRule, term: PlanTerm, at: Date): Period {
  // Periods are half-open: an end at the start of a period belongs to the previous one.
  const last = term.endedAt === null ? at : new Date(term.endedAt.getTime() - 1);
  return periodAt(rule, term, later(earlier(at, last), term.startedAt));
}

/**
 * Returns the period that contains `at`. The current period is known; the others follow from the rule, as if the
 * time zone had always been the current one.
 */
function periodAt(rule: PeriodRule, term: PlanTerm, at: Date): Period {
  const { running = null } = term;
  if (running === null || (at >= running.to && term.endedAt === null)) return extended(rule, term, at);
  if (at >= running.from) return running;
  // The end of the previous period may fall on the first day of the current one, but in another time zone.
  const day = Math.min(localDayOf(at, rule.timezone), running.firstDay - 1);
  const { from, to } = periodOfDay(rule, day);
  return { from, to: earlier(to, running.from) };
}

/**
 * Returns the whole period that contains `at`, extended to the end of the subscription if that is on the day on
 * which the next period would begin.
 */
function extended(rule: PeriodRule, { startedAt, endsAt = null }: PlanTerm, at: Date): Period {
  const period = periodContaining(rule, at);
  const endsOnDayOf = (start: Date): boolean =>
    endsAt !== null &&
    endsAt > start &&
    localDayOf(endsAt, rule.timezone) === localDayOf(start, rule.timezone);
  if (endsAt === null || at >= endsAt) return period;
  if (endsOnDayOf(period.to)) return { from: period.from, to: endsAt };
  if (!endsOnDayOf(period.from) || startedAt >= period.from) return period;
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

function startOfStartDay(rule: PeriodRule, term: PlanTerm): Date {
  return startOfLocalDay(localDayOf(term.startedAt, rule.timezone), rule.timezone);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
