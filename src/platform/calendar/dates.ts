import { DateTime } from 'luxon';
import { formatDate, localDayOf, parseDate } from './local-day';

/**
 * When the trial ends: the same local time, that many local days later. On the last day the clock shows the
 * hour of the start, also over a clock change. Days carry a fee from the day of this instant on, so exactly
 * `trialPeriodDays` local days are free. Null without a trial.
 *
 * @param firstStartedAt the first start of the subscription, before any plan change.
 */
export function trialEnd(firstStartedAt: Date, trialPeriodDays: number, timezone: string): Date | null {
  return trialPeriodDays <= 0 ? null : plusLocalDays(firstStartedAt, trialPeriodDays, timezone);
}

/** The same local time, that many local days later, also over a clock change. */
export function plusLocalDays(at: Date, days: number, timezone: string): Date {
  const start = DateTime.fromJSDate(at, { zone: timezone });
  if (!start.isValid) throw new RangeError(`Invalid start: ${start.invalidReason}`);
  return start.plus({ days }).toJSDate();
}

/** The local date on which a bill made at `at` is issued, YYYY-MM-DD: after the grace period. */
export function issuingDate(at: Date, timezone: string, graceDays: number): string {
  return formatDate(localDayOf(at, timezone) + graceDays);
}

/** The date by which an invoice is to be paid, YYYY-MM-DD. */
export function dueDate(issuedOn: string, netPaymentTerm: number): string {
  return formatDate(parseDate(issuedOn) + netPaymentTerm);
}
