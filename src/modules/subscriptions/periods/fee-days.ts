import { countLocalDays, localDayOf, type LocalDay } from '../../../platform/calendar';
import type { BillingTime } from '../../invoices';
import type { Period } from './period';

/** The inputs that determine the billed days of a period. */
export interface FeeTerms {
  /** The whole period, including days before the subscription starts and after it ends. */
  readonly period: Period;
  /**
   * When the period began for the plan: where the previous period or plan ended, or the subscription started.
   * This is not `period.from` if a change of the time zone moved the boundary.
   */
  readonly begunAt: Date;
  /** The first day that is not billed before `begunAt`. By default the day of `begunAt`. */
  readonly firstDay?: LocalDay;
  /** Days of the period that earlier plans of the subscription have billed. By default none. */
  readonly earlierDays?: number;
  /** Result of `trialEnd`; null without a trial. */
  readonly trialEndsAt: Date | null;
  /** Null if the subscription has not ended. */
  readonly endedAt: Date | null;
  /**
   * `upgraded` if another plan takes over at `endedAt`, `terminated` for any other end; null if the
   * subscription has not ended.
   */
  readonly endReason: 'terminated' | 'upgraded' | null;
  readonly timezone: string;
  /** Result of `paysFullFirstPeriod`: whether days before the start day are billed too. */
  readonly fullFirstPeriod?: boolean;
}

export interface FeeDays {
  readonly billedDays: number;
  readonly periodDays: number;
}

export interface UnusedDays {
  /** Days that the prepaid fee covers. */
  readonly paidDays: number;
  /** Days up to the end, including a day to which the period was extended. */
  readonly usedDays: number;
  /** Days that are paid but not used. */
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
 * Returns how many days of the period are billed: from the start day of the subscription, or the end of its
 * trial, up to its end. The day of a termination is billed, even if the period was extended to it, but never
 * more days than the period has, earlier plans included. The day of an upgrade is not billed: it belongs to the new plan.
 */
export function feeDays(terms: FeeTerms): FeeDays {
  const { period, timezone, earlierDays = 0 } = terms;
  const periodDays = localDays(period.from, period.to, timezone);
  if (endsInTrial(terms)) return { billedDays: 0, periodDays };
  const days = countLocalDays(firstBilledDay(terms), endOfBilledDays(terms), timezone);
  return { billedDays: Math.min(days, periodDays - earlierDays), periodDays };
}

/**
 * Returns how many prepaid days the end of the subscription leaves unused. The credit is
 * `proratedAmountCents(plan amount, unusedDays, periodDays)`. Call it only for a fee that was invoiced.
 */
export function unusedDays(terms: FeeTerms): UnusedDays {
  const running: FeeTerms = { ...terms, endedAt: null, endReason: null };
  const { billedDays: usedDays, periodDays } = feeDays(terms);
  const due = advanceFeeDueAt(running);
  const wasDue = due !== null && (terms.endedAt === null || due <= terms.endedAt);
  const paidDays = wasDue ? feeDays(running).billedDays : 0;
  // The day to which a period was extended is used, but not paid for.
  return { paidDays, usedDays, unusedDays: Math.max(0, paidDays - usedDays), periodDays };
}

/**
 * Returns when a plan paid in advance bills the fee of the period: when the period begins, or when a trial
 * ends within it. Returns null if the period ends before that; it then has no fee.
 */
export function advanceFeeDueAt(terms: Pick<FeeTerms, 'period' | 'begunAt' | 'trialEndsAt'>): Date | null {
  const { period, begunAt, trialEndsAt } = terms;
  if (trialEndsAt === null || trialEndsAt <= begunAt) return begunAt;
  return trialEndsAt < period.to ? trialEndsAt : null;
}

/**
 * Returns whether the first fee covers a whole period although the subscription starts within it. That is the
 * case for anniversary billing in advance, except after a plan change, which is always prorated. Later
 * periods are not affected.
 */
export function paysFullFirstPeriod(terms: {
  readonly billingTime: BillingTime;
  readonly payInAdvance: boolean;
  readonly followsPlanChange: boolean;
}): boolean {
  return terms.payInAdvance && terms.billingTime === 'anniversary' && !terms.followsPlanChange;
}

function firstBilledDay(terms: FeeTerms): LocalDay {
  const { period, begunAt, firstDay, trialEndsAt, timezone } = terms;
  const days = [localDayOf(period.from, timezone)];
  if (terms.fullFirstPeriod !== true) days.push(firstDay ?? localDayOf(begunAt, timezone));
  // The day of an earlier end belongs to the previous period, although in a new time zone it may be a later date.
  if (trialEndsAt !== null && trialEndsAt > begunAt) days.push(localDayOf(trialEndsAt, timezone));
  return Math.max(...days);
}

/** Returns the day after the last billed day. */
function endOfBilledDays({ period, endedAt, endReason, timezone }: FeeTerms): LocalDay {
  const end = localDayOf(period.to, timezone);
  if (endedAt === null) return end;
  if (endReason === 'upgraded') return Math.min(end, localDayOf(endedAt, timezone));
  return endOfDays(endedAt, timezone);
}

/**
 * Returns whether the trial lasts until the end of the subscription or else of the period. If so, no day is billed.
 */
function endsInTrial({ period, begunAt, trialEndsAt, endedAt }: FeeTerms): boolean {
  if (trialEndsAt === null) return false;
  if (endedAt !== null) return trialEndsAt >= endedAt;
  return trialEndsAt >= period.to && trialEndsAt > begunAt;
}

/** Returns the first day that begins at or after `to`. */
function endOfDays(to: Date, timezone: string): LocalDay {
  return localDayOf(new Date(to.getTime() - 1), timezone) + 1;
}
