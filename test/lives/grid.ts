import { dayOf, startOf } from '../reckoning/calendar';
import type { Day, Instant } from '../reckoning/life';

export const ZONES = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
] as const;

/** All lives begin after this. */
export const DAWN: Instant = Date.UTC(2027, 11, 20);
const DAWN_DAY: Day = dayOf(DAWN, 'UTC');
export const DAY_MS = 86_400_000;

/**
 * Requests are sent at two instants a day, so that lives which share a clock share its moves: at an odd one, and
 * at, just before or just after a local midnight.
 */
export function gridInstants(day: number): [Instant, Instant] {
  const noise = Math.imul(day + 1, 0x9e3779b1) >>> 0;
  const odd = DAWN + day * DAY_MS + (noise % DAY_MS);
  const zone = ZONES[noise % ZONES.length] ?? 'UTC';
  const around = [0, 0, -1, 1][(noise >>> 8) % 4] ?? 0;
  const midnight = startOf(DAWN_DAY + day + 1, zone) + around;
  return odd < midnight ? [odd, midnight] : [midnight, odd];
}

/** Returns the last of these instants before another one. */
export function lastInstantBefore(at: Instant): Instant {
  const day = Math.floor((at - DAWN) / DAY_MS);
  const around = [-2, -1, 0, 1].flatMap((offset) => gridInstants(day + offset));
  return Math.max(...around.filter((it) => it < at));
}
