import { percentageAddAll, percentageStart, percentageTerms, type PercentageProperties } from '../../plans';
import {
  append,
  byPlace,
  freeRun,
  replaced,
  type AllowanceEnd,
  type ChargedEvent,
  type ChargeRun,
  type Place,
} from './charge-run';
import { Exact, toText } from './decimals';

/** The stored events of one metric in one billing period, including those that are being counted. */
export interface StoredEvents {
  /** Yields the events after a place, up to and including another one, in order. */
  after(place: Place | null, upTo: Place | null): AsyncIterable<ChargedEvent[]>;
  /** Yields the events before a place, the last one first; null for all. */
  before(place: Place | null): AsyncIterable<ChargedEvent[]>;
}

/** An aggregate, and events that cannot be appended to it, in the order of their places. */
export interface Recount {
  properties: PercentageProperties;
  run: ChargeRun;
  events: readonly ChargedEvent[];
}

/**
 * Inserts events into an aggregate in their places. Reads only the events whose amounts change, which are the last ones
 * that the allowance covered. Without negative values, an event that the allowance no longer covers is never covered
 * again, so all recounts of a period together read each event back at most once.
 */
export async function recount(recount: Recount, stored: StoredEvents): Promise<ChargeRun> {
  const { order } = recount.run;
  if (order === undefined) return recountAll(recount.properties, stored, recount.run);
  const { freeTotal } = percentageTerms(recount.properties);
  const negative = order.negative || recount.events.some((it) => it.value.startsWith('-'));
  return freeTotal !== null && negative
    ? fromPlace(recount, order.end, stored)
    : fromEnd(recount, order.end, stored);
}

/** Counts all events in the order of their places. */
export async function recountAll(
  properties: PercentageProperties,
  stored: Pick<StoredEvents, 'after'>,
  empty: ChargeRun,
): Promise<ChargeRun> {
  let run: ChargeRun | undefined;
  for await (const events of stored.after(null, null)) run = append(run, properties, events);
  return run ?? empty;
}

/** Takes events back from the end of the allowance until it covers the others, which keep their amounts. */
async function fromEnd(
  { properties, run, events }: Recount,
  end: AllowanceEnd | null,
  stored: StoredEvents,
): Promise<ChargeRun> {
  const inside = end === null ? events : events.filter((it) => byPlace(it, end) < 0);
  const start = end === null ? freeRun(run.events, run.total) : freeRun(end.events, end.total);
  const { freeEvents, freeTotal } = percentageTerms(properties);
  let count = start.events + inside.length;
  let total = inside.reduce((sum, it) => sum.plus(it.value), new Exact(start.total));
  const isCovered = (): boolean =>
    (freeEvents?.greaterThanOrEqualTo(count) ?? true) && (freeTotal?.greaterThanOrEqualTo(total) ?? true);
  if (end === null && isCovered()) return append(run, properties, events);
  let first = end === null ? null : eventOf(end);
  const was = append(start, properties, first === null ? [] : [first]);
  let others = PAID;
  for await (const chunk of isCovered() ? [] : stored.before(end)) {
    const paid: ChargedEvent[] = first === null ? [] : [first];
    for (const event of chunk) {
      if (isCovered()) break;
      count -= 1;
      total = total.minus(event.value);
      paid.push(event);
    }
    first = paid.pop() ?? first;
    const values = paid.map((it) => it.value);
    others = percentageAddAll(others, properties, values);
    if (isCovered()) break;
  }
  const atEnd = append(freeRun(count, toText(total)), properties, first === null ? [] : [first]);
  const rest = events.filter((it) => !inside.includes(it));
  return append(replaced(run, was, replaced(atEnd, NONE, others)), properties, rest);
}

const NONE = percentageStart();
/** The aggregate of events after the end of an allowance. */
const PAID = { ...NONE, allowanceEnded: true };

/** Counts the events from the first place to the end of the allowance again. */
async function fromPlace(
  { properties, run, events: added }: Recount,
  end: AllowanceEnd | null,
  stored: StoredEvents,
): Promise<ChargeRun> {
  const [first] = added;
  if (first === undefined) return run;
  const isAdded = new Set(added.map((it) => it.sequence));
  const known = (events: readonly ChargedEvent[]): ChargedEvent[] =>
    events.filter((it) => !isAdded.has(it.sequence));
  const fromFirst = (): AsyncIterable<ChargedEvent[]> => stored.after(justBefore(first), end);
  let { events: count, total } = end ?? run;
  for await (const events of fromFirst()) {
    const free = known(events).filter((it) => end === null || byPlace(it, end) < 0);
    count -= free.length;
    total = toText(free.reduce((sum, it) => sum.minus(it.value), new Exact(total)));
  }
  let [was, now] = [freeRun(count, total), freeRun(count, total)];
  let read: Place | null = end;
  const add = (events: ChargedEvent[]): void => {
    was = append(was, properties, known(events));
    now = append(now, properties, events);
  };
  for await (const events of fromFirst()) add(events);
  // Without an end, everything has been read.
  for await (const events of end === null ? [] : stored.after(end, null)) {
    if ((now.order?.end ?? null) !== null) break;
    add(events);
    read = events.at(-1) ?? read;
  }
  const rest = read === null ? [] : added.filter((it) => byPlace(it, read) > 0);
  return append(replaced(run, was, now), properties, rest);
}

function justBefore({ at, sequence }: Place): Place {
  return { at, sequence: sequence - 1 };
}

function eventOf({ at, sequence, value }: AllowanceEnd): ChargedEvent {
  return { at, sequence, value };
}
