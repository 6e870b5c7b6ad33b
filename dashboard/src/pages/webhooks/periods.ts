const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Lengths of a bar within a day; longer times are divided into days. */
const STEPS = [1, 2, 5, 15, 30].map((it) => it * MINUTE).concat([1, 3].map((it) => it * HOUR));
const DEFAULT_DAYS = 7;

/** A period `[from, to)`. */
export interface Period {
  from: string;
  to: string;
}

/** The time that a list covers; an undefined bound is open. */
interface Bounds {
  created_after?: string | undefined;
  created_before?: string | undefined;
}

/**
 * Divides the time of a list into at most `most` periods of equal length, which begin at full hours or at midnight UTC,
 * because the service counts whole days in UTC without reading the deliveries. Without a beginning, the periods cover
 * seven days. The first and the last one are cut to the bounds.
 */
export function periodsOf(bounds: Bounds, most: number, now: Date): Period[] {
  const before = Date.parse(bounds.created_before ?? '');
  const end = Number.isNaN(before) ? now.getTime() : before;
  const after = Date.parse(bounds.created_after ?? '');
  const start = Number.isNaN(after) ? (Math.ceil(end / DAY) - DEFAULT_DAYS) * DAY : after;
  if (start >= end) return [];
  const step = stepOf(start, end, most);
  // Without an end, the last period is a whole one, so that the periods stay the same for as long as it lasts.
  const last = Number.isNaN(before) ? Math.ceil(end / step) * step : end;
  const periods: Period[] = [];
  for (let from = start; from < last;) {
    const to = Math.min((Math.floor(from / step) + 1) * step, last);
    periods.push({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
    from = to;
  }
  return periods;
}

/** Returns the shortest length that divides the time into at most so many periods. */
function stepOf(start: number, end: number, most: number): number {
  const isEnough = (step: number): boolean => Math.ceil(end / step) - Math.floor(start / step) <= most;
  const step = STEPS.find(isEnough);
  if (step !== undefined) return step;
  let days = 1;
  while (!isEnough(days * DAY)) days += 1;
  return days * DAY;
}

/** Whether the period consists of whole days in UTC. */
export function isWholeDays({ from, to }: Period): boolean {
  return Date.parse(from) % DAY === 0 && Date.parse(to) % DAY === 0;
}
