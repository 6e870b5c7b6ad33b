import { toInstant, toWallClock } from '../../ui/zoned';
import type { CausedEvent } from './test-clock';

export const STEPS = ['day', 'week', 'month'] as const;

export type Step = (typeof STEPS)[number];

/** Returns the instant a step later, by the calendar of a time zone. A month from 31 January ends in February. */
export function advanced(now: string, step: Step, timeZone: string): string {
  const [date = '', time = ''] = toWallClock(now, timeZone).split('T');
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const months = step === 'month' ? 1 : 0;
  const days = { day: 1, week: 7, month: 0 }[step];
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const next = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay) + days));
  return toInstant(`${next.toISOString().slice(0, 10)}T${time}`, timeZone);
}

/** Returns how much of a move is done, from 0 to 1. */
export function progressOf(now: string, { from, to }: { from: string; to: string }): number {
  const length = Date.parse(to) - Date.parse(from);
  const done = Date.parse(now) - Date.parse(from);
  return length <= 0 ? 1 : Math.min(1, Math.max(0, done / length));
}

/** Returns how many events of each kind there are, most frequent first. */
export function countsOf(
  events: readonly CausedEvent[],
): readonly (readonly [kind: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { webhook_type: kind } of events) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
