import { useOrganization } from '../api/hooks';

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const MINUTE: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const SECOND: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' };

/** An instant in the time zone of the organization. */
export function Time({ at, precision = 'minute' }: { at: string; precision?: 'day' | 'minute' | 'second' }) {
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  const style = { day: DAY, minute: MINUTE, second: SECOND }[precision];
  const text = new Intl.DateTimeFormat(undefined, { ...style, timeZone }).format(new Date(at));
  return (
    <time dateTime={at} title={`${at} · ${timeZone}`} className="whitespace-nowrap">
      {text}
    </time>
  );
}

/** A date without a time, such as the due date of an invoice. */
export function Day({ date }: { date: string }) {
  const text = new Intl.DateTimeFormat(undefined, { ...DAY, timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return (
    <time dateTime={date} className="whitespace-nowrap">
      {text}
    </time>
  );
}
