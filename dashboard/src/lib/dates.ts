const DATE: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const TIME: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Returns a calendar date, which has no time zone. */
export const formatDate = (date: string): string =>
  new Intl.DateTimeFormat(undefined, { ...DATE, timeZone: 'UTC' }).format(
    new Date(`${date.slice(0, 10)}T00:00:00Z`),
  );

/** Returns an instant in a time zone, by default that of the browser. */
export const formatTime = (instant: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(undefined, timeZone === undefined ? TIME : { ...TIME, timeZone }).format(
    new Date(instant),
  );

/** Returns the day of an instant in a time zone. */
export const formatDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, { ...DATE, timeZone }).format(new Date(instant));

/** Returns the last day of a period that ends, exclusively, at an instant. */
export const formatLastDay = (end: string, timeZone: string): string =>
  formatDay(new Date(Date.parse(end) - 1).toISOString(), timeZone);

/** Returns how long ago an instant was, or how far ahead it is: `3 minutes ago`. */
export function formatAge(instant: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(instant) - nowMs) / 1_000);
  const [unit, size] = STEPS.find(([, it]) => Math.abs(seconds) >= it) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** Returns the remaining time as `1 h 02 min`, `4 min 05 s`; `over` when there is none. */
export function formatCountdown(until: string, nowMs: number): string {
  const seconds = Math.ceil((Date.parse(until) - nowMs) / 1_000);
  if (seconds <= 0) return 'over';
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3_600),
    Math.floor((seconds % 3_600) / 60),
    seconds % 60,
  ];
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  return minutes > 0 ? `${minutes} min ${String(rest).padStart(2, '0')} s` : `${rest} s`;
}

/** Returns what `<input type="datetime-local">` shows for an instant, in the browser's time zone. */
export function toLocalInput(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the instant of what `<input type="datetime-local">` shows; null for an empty one. */
export const fromLocalInput = (value: string): string | null =>
  value === '' ? null : new Date(value).toISOString();
