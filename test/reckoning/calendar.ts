import { DateTime } from 'luxon';
import type { Day, Instant, Interval } from './life';

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local day of an instant. */
export function dayOf(at: Instant, zone: string): Day {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = format.formatToParts(at);
  const number = (type: string): number => Number(parts.find((it) => it.type === type)?.value);
  return dayFrom(number('year'), number('month') - 1, number('day'));
}

const starts = new Map<string, Instant>();

/** Returns the first instant of a local day: halves two days until only one millisecond is left. */
export function startOf(day: Day, zone: string): Instant {
  const key = `${day} ${zone}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  let before = (day - 1) * DAY_MS;
  let after = (day + 1) * DAY_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(middle, zone) < day) before = middle;
    else after = middle;
  }
  starts.set(key, after);
  return after;
}

/** Returns the same local time, days later. */
export function daysAfter(at: Instant, days: number, zone: string): Instant {
  return DateTime.fromMillis(at, { zone }).plus({ days }).toMillis();
}

/** Returns `2028-02-29`. */
export function dateOf(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A half-open range of days. */
export interface Days {
  from: Day;
  to: Day;
}

/** docs/billing-rules.md#calendar-periods, docs/billing-rules.md#anniversary-periods */
export function periodOf(day: Day, interval: Interval, anniversary: boolean, anchor: Day): Days {
  return anniversary ? anniversaryPeriod(day, interval, anchor) : calendarPeriod(day, interval);
}

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const;

function calendarPeriod(day: Day, interval: Interval): Days {
  if (interval === 'weekly') {
    // Day 0 was a Thursday, day 4 a Monday.
    const from = day - ((((day - 4) % 7) + 7) % 7);
    return { from, to: from + 7 };
  }
  const date = new Date(day * DAY_MS);
  const month = date.getUTCMonth() - (date.getUTCMonth() % MONTHS[interval]);
  const year = date.getUTCFullYear();
  return { from: dayFrom(year, month, 1), to: dayFrom(year, month + MONTHS[interval], 1) };
}

function anniversaryPeriod(day: Day, interval: Interval, anchor: Day): Days {
  const nth = (n: number): Day =>
    interval === 'weekly' ? anchor + 7 * n : monthsAfter(anchor, MONTHS[interval] * n);
  let n = 0;
  while (nth(n + 1) <= day) n++;
  return { from: nth(n), to: nth(n + 1) };
}

/** The same day of a later month, or the last day of a shorter one. */
function monthsAfter(anchor: Day, months: number): Day {
  const date = new Date(anchor * DAY_MS);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = dayFrom(year, month + 1, 1) - 1;
  return Math.min(dayFrom(year, month, date.getUTCDate()), lastDay);
}

function dayFrom(year: number, month: number, day: number): Day {
  return Date.UTC(year, month, day) / DAY_MS;
}
