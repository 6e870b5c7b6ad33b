import { formatDate, localDayOf, parseDate, startOfLocalDay } from '../../platform/calendar';
import { ValidationFailedError } from '../../platform/errors/app-error';

const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;

/** The days of a report, in the time zone of the organization. */
export interface ReportedDays {
  timezone: string;
  /** YYYY-MM-DD, without gaps. */
  dates: readonly string[];
  /** When each of these days begins. */
  starts: readonly Date[];
  /** When the last day ends. */
  end: Date;
}

/**
 * Returns the days from `from` to `to`, both included. The default of `to` is today, and that of `from` the 30th day up to
 * `to`.
 *
 * @throws ValidationFailedError if `from` is after `to`, or for more than 366 days.
 */
export function reportedDays(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  now: Date,
): ReportedDays {
  const last = to === undefined ? localDayOf(now, timezone) : parseDate(to);
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : parseDate(from);
  const limit = `to, which is ${formatDate(last)}`;
  if (first > last)
    throw ValidationFailedError.of('from', 'out_of_range', `from must not be after ${limit}.`);
  if (last - first >= MOST_DAYS) {
    const message = `from must be at most ${MOST_DAYS - 1} days before ${limit}. Ask for longer periods in parts.`;
    throw ValidationFailedError.of('from', 'out_of_range', message);
  }
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return {
    timezone,
    dates: days.map(formatDate),
    starts: days.map((it) => startOfLocalDay(it, timezone)),
    end: startOfLocalDay(last + 1, timezone),
  };
}
