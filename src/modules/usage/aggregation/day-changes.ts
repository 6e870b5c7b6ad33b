import type Decimal from 'decimal.js';
import type { LocalDay } from '../../../platform/calendar';
import { Exact, ZERO, toText } from './decimals';

/** The change in the level of a metric on each local day of a billing period. Days without a change may be absent. */
export type DayChanges = Map<LocalDay, Decimal>;

/** The last operation on a value on one day, by timestamp and then by arrival. */
interface DayOperation {
  active: boolean;
  at: number;
  sequence: number;
}

/** The operations on a value that determine on which days of a billing period it is active. */
export interface ValueHistory {
  /** The last operation before the period. */
  before: DayOperation | null;
  /** In chronological order. */
  days: (DayOperation & { day: LocalDay })[];
}

/** Adds a change of the level on a day. */
export function addChange(changes: DayChanges, day: LocalDay, change: Decimal): void {
  changes.set(day, (changes.get(day) ?? ZERO).plus(change));
}

/**
 * Adds an operation to the history of a value, and updates the changes of the days accordingly.
 *
 * @param day null for an operation from before the period.
 */
export function addOperation(
  changes: DayChanges,
  history: ValueHistory,
  operation: DayOperation,
  day: LocalDay | null,
): ValueHistory {
  const after = withOperation(history, operation, day);
  for (const [changed, change] of activityOf(history)) addChange(changes, changed, new Exact(-change));
  for (const [changed, change] of activityOf(after)) addChange(changes, changed, new Exact(change));
  return after;
}

export function changesToJson(changes: DayChanges): Record<string, string> {
  const shown = [...changes].filter(([, change]) => !change.isZero());
  return Object.fromEntries(shown.map(([day, change]) => [String(day), toText(change)]));
}

export function changesOf(json: Readonly<Record<string, string>>): DayChanges {
  return new Map(Object.entries(json).map(([day, change]) => [Number(day), new Exact(change)]));
}

function withOperation(history: ValueHistory, operation: DayOperation, day: LocalDay | null): ValueHistory {
  if (day === null) return { ...history, before: later(history.before, operation) };
  const known = history.days.find((it) => it.day === day) ?? null;
  const others = history.days.filter((it) => it.day !== day);
  const days = [...others, { ...later(known, operation), day }];
  return { ...history, days: days.sort((a, b) => a.day - b.day) };
}

function later(known: DayOperation | null, { active, at, sequence }: DayOperation): DayOperation {
  if (known === null) return { active, at, sequence };
  const isNewer = at > known.at || (at === known.at && sequence > known.sequence);
  return isNewer ? { active, at, sequence } : known;
}

/** Returns for each day whether the value becomes active (1) or inactive (-1) on it; 0 if neither. */
function activityOf({ before, days }: ValueHistory): [LocalDay, number][] {
  let active = before?.active ?? false;
  return days.map(({ day, active: next }) => {
    const change = Number(next) - Number(active);
    active = next;
    return [day, change];
  });
}
