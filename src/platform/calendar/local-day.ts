import { LRUCache } from 'lru-cache';
import { IANAZone } from 'luxon';

/** A calendar date as the number of days since 1970-01-01, so that clock changes do not affect adding days. */
export type LocalDay = number;

const DAY_MS = 86_400_000;

/** More than the UTC offset of any zone, including local mean times before 1900. */
const LARGEST_OFFSET_MS = 16 * 3_600_000;

/**
 * Caches the starts of days: Intl is slow, and the billing clock bills thousands of subscriptions on the same few days.
 */
const starts = new LRUCache<string, number>({ max: 20_000 });

/** Returns the local day of `at`: the last day that has begun. Every instant belongs to exactly one day. */
export function localDayOf(at: Date, timezone: string): LocalDay {
  const time = at.getTime();
  if (Number.isNaN(time)) throw new RangeError('Invalid instant');
  let day = Math.floor((time + LARGEST_OFFSET_MS) / DAY_MS);
  while (startTime(day, timezone) > time) day -= 1;
  return day;
}

/**
 * Returns the first instant at which local clocks show this date or a later one. This is not always midnight: in
 * Santiago a spring day begins at 01:00, in Havana an autumn day at the first of two midnights. A date that the zone
 * skipped (Apia, 30 December 2011) begins when the next day does and has no duration.
 */
export function startOfLocalDay(day: LocalDay, timezone: string): Date {
  return new Date(startTime(day, timezone));
}

/** Returns the number of days from `first` to `end` (exclusive), without dates that the zone skipped. */
export function countLocalDays(first: LocalDay, end: LocalDay, timezone: string): number {
  if (end <= first) return 0;
  const missing = (end - first) * DAY_MS - (startTime(end, timezone) - startTime(first, timezone));
  // A clock change takes hours. Only a zone that crosses the date line skips a date.
  if (missing < DAY_MS / 2) return end - first;
  let days = 0;
  for (let day = first; day < end; day += 1) {
    if (startTime(day, timezone) < startTime(day + 1, timezone)) days += 1;
  }
  return days;
}

/** Returns the day `months` later (earlier if negative), clamped to the last day of its month. */
export function addMonths(day: LocalDay, months: number): LocalDay {
  const date = new Date(day * DAY_MS);
  const month = monthOf(day) + months;
  const lastOfMonth = firstOfMonth(month + 1) - 1;
  return Math.min(firstOfMonth(month) + date.getUTCDate() - 1, lastOfMonth);
}

/** Returns the number of months since January 1970; negative before it. */
export function monthOf(day: LocalDay): number {
  const date = new Date(day * DAY_MS);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/**
 * Parses YYYY-MM-DD strictly.
 * @throws RangeError unless the date exists
 */
export function parseDate(text: string): LocalDay {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  const day = Math.floor(time / DAY_MS);
  // Date.parse reads 30 February as 1 March.
  if (Number.isNaN(day) || formatDate(day) !== text) throw new RangeError(`Invalid date ${text}`);
  return day;
}

export function formatDate(day: LocalDay): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function firstOfMonth(month: number): LocalDay {
  return Date.UTC(1970, month, 1) / DAY_MS;
}

function startTime(day: LocalDay, timezone: string): number {
  const key = `${timezone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const start = findStart(day * DAY_MS, IANAZone.create(timezone));
  if (Number.isNaN(start)) throw new RangeError(`Unknown time zone ${timezone}`);
  starts.set(key, start);
  return start;
}

/** @param midnight start of the day in UTC */
function findStart(midnight: number, zone: IANAZone): number {
  let before = midnight - LARGEST_OFFSET_MS;
  let after = midnight + LARGEST_OFFSET_MS;
  const oldOffset = offsetMs(zone, before);
  const newOffset = offsetMs(zone, after);
  const byOldClock = midnight - oldOffset;
  if (oldOffset === newOffset) return byOldClock;

  // A zone changes its offset at most once in these 32 hours, so a binary search finds the first instant with the new
  // offset.
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetMs(zone, middle) === oldOffset) before = middle;
    else after = middle;
  }
  return byOldClock < after ? byOldClock : Math.max(after, midnight - newOffset);
}

/** Returns NaN for an unknown zone. */
function offsetMs(zone: IANAZone, time: number): number {
  return Math.round(zone.offset(time) * 60_000);
}
