import { LRUCache } from 'lru-cache';
import { IANAZone } from 'luxon';

/**
 * A calendar date, as the number of days since 1970-01-01. Which instants it covers depends on the time zone:
 * from its own start to the next day's. Adding days to it never meets a clock change.
 */
export type LocalDay = number;

const DAY_MS = 86_400_000;

/** No zone was ever further from UTC, local mean times before 1900 included. */
const LARGEST_OFFSET_MS = 16 * 3_600_000;

/** A run bills thousands of subscriptions on the same few days, and asking Intl for an offset is slow. */
const starts = new LRUCache<string, number>({ max: 20_000 });

/** The day that `at` falls on: the last one that has begun. Days therefore tile time, whatever clocks do. */
export function localDayOf(at: Date, timezone: string): LocalDay {
  const time = at.getTime();
  if (Number.isNaN(time)) throw new RangeError('Invalid instant');
  let day = Math.floor((time + LARGEST_OFFSET_MS) / DAY_MS);
  while (startTime(day, timezone) > time) day -= 1;
  return day;
}

/**
 * The first instant at which the zone's clock shows this date or a later one. That is not always a midnight:
 * in Santiago a spring day begins at 01:00, in Havana an autumn day at the first of two midnights. A date that
 * the zone skipped (Apia, 30 December 2011) begins with the next day, and so lasts no time.
 */
export function startOfLocalDay(day: LocalDay, timezone: string): Date {
  return new Date(startTime(day, timezone));
}

/** How many days there are from `first` up to, not including, `end`; dates that the zone skipped are none. */
export function countLocalDays(first: LocalDay, end: LocalDay, timezone: string): number {
  if (end <= first) return 0;
  const missing = (end - first) * DAY_MS - (startTime(end, timezone) - startTime(first, timezone));
  // Clock changes take hours; only a zone that crossed the date line lacks a date.
  if (missing < DAY_MS / 2) return end - first;
  let days = 0;
  for (let day = first; day < end; day += 1) {
    if (startTime(day, timezone) < startTime(day + 1, timezone)) days += 1;
  }
  return days;
}

/** The day `months` later (or earlier, if negative), clamped to the last day of its month. */
export function addMonths(day: LocalDay, months: number): LocalDay {
  const date = new Date(day * DAY_MS);
  const month = monthOf(day) + months;
  const lastOfMonth = firstOfMonth(month + 1) - 1;
  return Math.min(firstOfMonth(month) + date.getUTCDate() - 1, lastOfMonth);
}

/** Months since January 1970. */
export function monthOf(day: LocalDay): number {
  const date = new Date(day * DAY_MS);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** @throws RangeError unless the text is a date that exists, written YYYY-MM-DD. */
export function parseDate(text: string): LocalDay {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  const day = Math.floor(time / DAY_MS);
  // Date.parse takes 30 February for 1 March.
  if (Number.isNaN(day) || formatDate(day) !== text) throw new RangeError(`Invalid date ${text}`);
  return day;
}

/** YYYY-MM-DD. */
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

/** @param midnight of the day, were the zone UTC. */
function findStart(midnight: number, zone: IANAZone): number {
  let before = midnight - LARGEST_OFFSET_MS;
  let after = midnight + LARGEST_OFFSET_MS;
  const oldOffset = offsetMs(zone, before);
  const newOffset = offsetMs(zone, after);
  const byOldClock = midnight - oldOffset;
  if (oldOffset === newOffset) return byOldClock;

  // Zones change their offset at most once in these 32 hours: close in on the first instant of the new one.
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetMs(zone, middle) === oldOffset) before = middle;
    else after = middle;
  }
  return byOldClock < after ? byOldClock : Math.max(after, midnight - newOffset);
}

/** NaN for an unknown zone. */
function offsetMs(zone: IANAZone, time: number): number {
  return Math.round(zone.offset(time) * 60_000);
}
