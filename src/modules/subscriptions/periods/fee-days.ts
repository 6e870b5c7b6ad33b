import { countLocalDays, localDayOf, type LocalDay } from '../../../platform/calendar';
import type { BillingTime } from '../../invoices';
import type { Period } from './period';

/** What determines the number of days of a period that a subscription's fee covers. */
export interface FeeTerms {
  /** The whole period, including days before the start and after the end. */
  readonly period: Period;
  readonly startedAt: Date;
  /** From `trialEnd`; null without a trial. */
  readonly trialEndsAt: Date | null;
  /** Null while the subscription is active. */
  readonly endedAt: Date | null;
  /** `upgraded` if another plan takes over at `endedAt`, `terminated` for any other end; null without an end. */
  readonly endReason: 'terminated' | 'upgraded' | null;
  readonly timezone: string;
  /** From `paysFullFirstPeriod`: whether days before the start are billed too. */
  readonly fullFirstPeriod?: boolean;
}

export interface FeeDays {
  readonly billedDays: number;
  readonly periodDays: number;
}

export interface UnusedDays {
  /** Days that the fee in advance covers: `usedDays` + `unusedDays`. */
  readonly paidDays: number;
  readonly usedDays: number;
  readonly unusedDays: number;
  readonly periodDays: number;
}

/**
 * Returns how many local days `[from, to)` touches. A day of 23 or 25 hours counts as one, a skipped one not at all.
 */
export function localDays(from: Date, to: Date, timezone: string): number {
  if (to <= from) return 0;
  return countLocalDays(localDayOf(from, timezone), endOfDays(to, timezone), timezone);
}

/**
 * Returns the days of the period that have a fee: not before the start day, not in the trial, not after the end. The
 * day of a termination is billed; the day of an upgrade belongs to the new plan.
 */
export function feeDays(terms: FeeTerms): FeeDays {
  const { period, timezone } = terms;
  const end = endOfBilledDays(terms);
  const billedDays = endsInTrial(terms) ? 0 : countLocalDays(firstBilledDay(terms), end, timezone);
  return { billedDays, periodDays: localDays(period.from, period.to, timezone) };
}

/**
 * Returns how many days of a fee in advance the end of the subscription leaves unused. The credit note is over
 * `proratedAmountCents(plan amount, unusedDays, periodDays)`. Call it only for a fee that was invoiced.
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
 * Returns when a plan in advance bills the fee of the period: at its start, at the start of the subscription within it,
 * or when the trial ends. Null if the trial ends after the period, which then has no fee.
 */
export function advanceFeeDueAt(terms: Pick<FeeTerms, 'period' | 'startedAt' | 'trialEndsAt'>): Date | null {
  const { period, startedAt, trialEndsAt } = terms;
  const times = [period.from, startedAt, trialEndsAt ?? startedAt].map((time) => time.getTime());
  const due = new Date(Math.max(...times));
  return due < period.to ? due : null;
}

/**
 * Whether the first fee covers a whole period although the subscription starts within it: in advance with anniversary
 * billing, except after a plan change, which is always prorated. Later periods are not affected.
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

/** Returns the day after the last billed one. */
function endOfBilledDays({ period, endedAt, endReason, timezone }: FeeTerms): LocalDay {
  const end = localDayOf(period.to, timezone);
  if (endedAt === null) return end;
  if (endReason === 'upgraded') return Math.min(end, localDayOf(endedAt, timezone));
  return Math.min(end, endOfDays(endedAt, timezone));
}

/** Whether the subscription or the period ended before the trial, or on its last day. */
function endsInTrial({ period, trialEndsAt, endedAt }: FeeTerms): boolean {
  if (trialEndsAt === null) return false;
  return trialEndsAt >= period.to || (endedAt !== null && trialEndsAt >= endedAt);
}

/**
 * Returns the day after the last one that `[..., to)` touches; an end exactly at the start of a day does not touch it.
 */
function endOfDays(to: Date, timezone: string): LocalDay {
  return localDayOf(new Date(to.getTime() - 1), timezone) + 1;
}
