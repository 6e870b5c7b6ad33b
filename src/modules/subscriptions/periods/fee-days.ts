import { countLocalDays, localDayOf, type LocalDay } from '../../../platform/calendar';
import type { BillingTime } from '../../invoices';
import type { Period } from './period';

/** The inputs that determine the billed days of a period. */
export interface FeeTerms {
  /** The whole period, including days before the start and after the end. */
  readonly period: Period;
  readonly startedAt: Date;
  /** Result of `trialEnd`; null without a trial. */
  readonly trialEndsAt: Date | null;
  /** Null while the subscription is active. */
  readonly endedAt: Date | null;
  /**
   * `upgraded` if another plan takes over at `endedAt`, `terminated` for any other end; null without an end.
   */
  readonly endReason: 'terminated' | 'upgraded' | null;
  readonly timezone: string;
  /** Result of `paysFullFirstPeriod`: whether days before the start are billed too. */
  readonly fullFirstPeriod?: boolean;
}

export interface FeeDays {
  readonly billedDays: number;
  readonly periodDays: number;
}

export interface UnusedDays {
  /** Days that the prepaid fee covers: `usedDays` + `unusedDays`. */
  readonly paidDays: number;
  readonly usedDays: number;
  readonly unusedDays: number;
  readonly periodDays: number;
}

/**
 * Returns the number of local days that `[from, to)` touches. A day of 23 or 25 hours counts as one; a
 * skipped day does not count.
 */
export function localDays(from: Date, to: Date, timezone: string): number {
  if (to <= from) return 0;
  return countLocalDays(localDayOf(from, timezone), endOfDays(to, timezone), timezone);
}

/**
 * Returns the number of days of the period with a fee: from the start day, after the trial, up to the end.
 * The day of a termination is billed; the day of an upgrade belongs to the new plan.
 */
export function feeDays(terms: FeeTerms): FeeDays {
  const { period, timezone } = terms;
  const end = endOfBilledDays(terms);
  const billedDays = endsInTrial(terms) ? 0 : countLocalDays(firstBilledDay(terms), end, timezone);
  return { billedDays, periodDays: localDays(period.from, period.to, timezone) };
}

/**
 * Returns the number of days of a prepaid fee that the end of the subscription leaves unused. The credit is
 * `proratedAmountCents(plan amount, unusedDays, periodDays)`. Only call it for a fee that was invoiced.
 */
export function unusedDays(terms: FeeTerms): UnusedDays {
  const running: FeeTerms = { ...terms, endedAt: null, endReason: null };
  const { billedDays: usedDays, periodDays } = feeDays(terms);
  const due = advanceFeeDueAt(running);
  const wasDue = due !== null && (terms.endedAt === null || due <= terms.endedAt);
  const paidDays = wasDue ? feeDays(running).billedDays : 0;
  return { paidDays, usedDays, unusedDays: paidDays - usedDays, periodDays };
}

/**
 * Returns when a plan paid in advance bills the fee of the period: at the start of the period, at the start
 * of the subscription within it, or when the trial ends. Returns null if the trial ends after the period,
 * which then has no fee.
 */
export function advanceFeeDueAt(terms: Pick<FeeTerms, 'period' | 'startedAt' | 'trialEndsAt'>): Date | null {
  const { period, startedAt, trialEndsAt } = terms;
  const times = [period.from, startedAt, trialEndsAt ?? startedAt].map((time) => time.getTime());
  const due = new Date(Math.max(...times));
  return due < period.to ? due : null;
}

/**
 * Returns whether the first fee covers a whole period although the subscription starts within it: for
 * anniversary billing in advance, except after a plan change, which is always prorated. Later periods are not
 * affected.
 */
export function paysFullFirstPeriod(terms: {
  readonly billingTime: BillingTime;
  readonly payInAdvance: boolean;
  readonly followsPlanChange: boolean;
}): boolean {
  return terms.payInAdvance && terms.billingTime === 'anniversary' && !terms.followsPlanChange;
}

function firstBilledDay(terms: FeeTerms): LocalDay {
  const { period, startedAt, trialEndsAt, timezone } = terms;
  const days = [localDayOf(period.from, timezone)];
  if (terms.fullFirstPeriod !== true) days.push(localDayOf(startedAt, timezone));
  if (trialEndsAt !== null) days.push(localDayOf(trialEndsAt, timezone));
  return Math.max(...days);
}

/** Returns the day after the last billed day. */
function endOfBilledDays({ period, endedAt, endReason, timezone }: FeeTerms): LocalDay {
  const end = localDayOf(period.to, timezone);
  if (endedAt === null) return end;
  if (endReason === 'upgraded') return Math.min(end, localDayOf(endedAt, timezone));
  return Math.min(end, endOfDays(endedAt, timezone));
}

/** Returns whether the subscription or the period ends no later than the trial. */
function endsInTrial({ period, trialEndsAt, endedAt }: FeeTerms): boolean {
  if (trialEndsAt === null) return false;
  return trialEndsAt >= period.to || (endedAt !== null && trialEndsAt >= endedAt);
}

/**
 * Returns the day after the last day that `[..., to)` touches. An end at the start of a day does not touch
 * that day.
 */
function endOfDays(to: Date, timezone: string): LocalDay {
  return localDayOf(new Date(to.getTime() - 1), timezone) + 1;
}
