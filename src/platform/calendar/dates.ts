import { DateTime } from 'luxon';
import { formatDate, localDayOf, parseDate } from './local-day';

/**
 * Returns when the trial ends: `trialPeriodDays` local days later at the same local time, even across a clock change.
 * Null without a trial. The day on which the trial ends is charged, so exactly `trialPeriodDays` local days are free
 * (docs/billing-rules.md).
 *
 * @param firstStartedAt when the subscription first started, before any plan change
 */
export function trialEnd(firstStartedAt: Date, trialPeriodDays: number, timezone: string): Date | null {
  return trialPeriodDays <= 0 ? null : plusLocalDays(firstStartedAt, trialPeriodDays, timezone);
}

/** Returns the instant at the same local time `days` local days later, even across a clock change. */
export function plusLocalDays(at: Date, days: number, timezone: string): Date {
  const start = DateTime.fromJSDate(at, { zone: timezone });
  if (!start.isValid) throw new RangeError(`Invalid start: ${start.invalidReason}`);
  return start.plus({ days }).toJSDate();
}

/**
 * Returns the local issuing date (YYYY-MM-DD) of an invoice created at `at`: the date on which its grace period ends.
 */
export function issuingDate(at: Date, timezone: string, graceDays: number): string {
  return formatDate(localDayOf(at, timezone) + graceDays);
}

/** Returns the due date (YYYY-MM-DD): the issuing date plus the net payment term in days. */
export function dueDate(issuedOn: string, netPaymentTerm: number): string {
  return formatDate(parseDate(issuedOn) + netPaymentTerm);
}
