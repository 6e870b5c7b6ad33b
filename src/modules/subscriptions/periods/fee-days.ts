import { countLocalDays, localDayOf, type LocalDay } from '../../../platform/calendar';
import type { BillingTime } from '../../invoices';
import type { Period } from './period';

/** Everything that decides how many days of one period a subscription's fee is for. */
export interface FeeTerms {
  /** The whole period, not cut to the subscription's life. */
  readonly period: Period;
  readonly startedAt: Date;
  /** From `trialEnd`; null without a trial. */
  readonly trialEndsAt: Date | null;
  /** Null while the subscription runs. */
  readonly endedAt: Date | null;
  /** `upgraded`: another plan takes over at `endedAt`. Any other end is `terminated`; null without an end. */
  readonly endReason: 'terminated' | 'upgraded' | null;
  readonly timezone: string;
  /** From `paysFullFirstPeriod`: the days before the start are billed too. */
  readonly fullFirstPeriod?: boolean;
}

export interface FeeDays {
  readonly billedDays: number;
  readonly periodDays: number;
}

export interface UnusedDays {
  /** Days that the in-advance fee was for; `usedDays` + `unusedDays`. */
  readonly paidDays: number;
  readonly usedDays: number;
  readonly unusedDays: number;
  readonly periodDays: number;
}

/** How many local days `[from, to)` touches. A day of 23 or 25 hours is one; one that was skipped is none. */
export function localDays(from: Date, to: Date, timezone: string): number {
  if (to <= from) return 0;
  return countLocalDays(localDayOf(from, timezone), endOfDays(to, timezone), timezone);
}

/**
 * The days of the period that carry a fee: not before the start day, not in the trial, not after the end. The
 * day of a termination is billed; the day of an upgrade is the new plan's.
 */
export function feeDays(terms: FeeTerms): FeeDays {
  const { period, timezone } = terms;
  const end = endOfBilledDays(terms);
  const billedDays = endsInTrial(terms) ? 0 : countLocalDays(firstBilledDay(terms), end, timezone);
  return { billedDays, periodDays: localDays(period.from, period.to, timezone) };
}

/**
 * How much of a fee paid in advance the end of the subscription leaves unused, for the credit note: its amount
 * is `proratedAmountCents(plan amount, unusedDays, periodDays)`. Ask it only of a fee that was invoiced.
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
 * When an in-advance plan bills the fee of the period: as the period begins, at the start within it, or when
 * the trial ends. Null: not at all, because the trial outlasts the period.
 */
export function advanceFeeDueAt(terms: Pick<FeeTerms, 'period' | 'startedAt' | 'trialEndsAt'>): Date | null {
  const { period, startedAt, trialEndsAt } = terms;
  const times = [period.from, startedAt, trialEndsAt ?? startedAt].map((time) => time.getTime());
  const due = new Date(Math.max(...times));
  return due < period.to ? due : null;
}

/**
 * Whether the first fee is that of a whole period although the start lies inside it: in advance on an
 * anniversary, and not after a plan change, which is always prorated. Later periods are not affected.
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

/** The day after the last one billed. */
function endOfBilledDays({ period, endedAt, endReason, timezone }: FeeTerms): LocalDay {
  const end = localDayOf(period.to, timezone);
  if (endedAt === null) return end;
  if (endReason === 'upgraded') return Math.min(end, localDayOf(endedAt, timezone));
  return Math.min(end, endOfDays(endedAt, timezone));
}

/** True if the trial was still running when the subscription or the period ended, on the same day or before. */
function endsInTrial({ period, trialEndsAt, endedAt }: FeeTerms): boolean {
  if (trialEndsAt === null) return false;
  return trialEndsAt >= period.to || (endedAt !== null && trialEndsAt >= endedAt);
}

/** The day after the last one that `[..., to)` touches: an end exactly at the start of a day does not touch it. */
function endOfDays(to: Date, timezone: string): LocalDay {
  return localDayOf(new Date(to.getTime() - 1), timezone) + 1;
}
