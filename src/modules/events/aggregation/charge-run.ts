import {
  percentageAddAll,
  percentageStart,
  percentageWhileFree,
  termsOf,
  type PercentageProperties,
  type PercentageState,
} from '../../plans';
import { Exact, ZERO, toText } from './decimals';

/** Where an event comes among others: by timestamp, then by arrival (docs/billing-rules.md#percentage). */
export interface Place {
  /** Milliseconds. */
  at: number;
  /** Order of arrival. */
  sequence: number;
}

/** An event as a charge on single events counts it. */
export interface ChargedEvent extends Place {
  value: string;
}

/** The state of a charge on single events in one billing period, and what tells whether later events change it. */
export interface ChargeRun extends PercentageState {
  /** Missing in states that were counted in the order of arrival, before timestamps decided. */
  order?: {
    last: Place;
    /** The first event that was not entirely free, with the events before it and their total; null while there is none. */
    end: (Place & { events: number; total: string }) | null;
    /** At least the highest total before any event. */
    peak: string;
  };
}

/** A charge on single events of one metric. */
export interface RunTerms {
  properties: PercentageProperties;
  /** Of a unique_count, an event's value depends on the events before it. */
  ofDistinctValues: boolean;
}

/** Orders events as they count. */
export function byPlace(one: Place, other: Place): number {
  return one.at - other.at || one.sequence - other.sequence;
}

/** Whether adding these events to what was counted gives the same result as counting all in the order of their places. */
export function canAppend(
  run: ChargeRun | undefined,
  { properties, ofDistinctValues }: RunTerms,
  events: readonly ChargedEvent[],
): boolean {
  const { freeEvents, freeTotal, minimum, maximum } = termsOf(properties);
  const hasAllowance = freeEvents !== null || freeTotal !== null;
  const valuesMatter = ofDistinctValues && (minimum !== null || maximum !== null);
  if (run === undefined || (!hasAllowance && !valuesMatter)) return true;
  const { order } = run;
  if (order === undefined) return false;
  const isAfter = (place: Place): boolean => events.every((it) => byPlace(it, place) > 0);
  if (isAfter(order.last)) return true;
  if (valuesMatter) return false;
  if (order.end !== null) return isAfter(order.end);
  const withinEvents = freeEvents?.greaterThanOrEqualTo(run.events + events.length) ?? true;
  if (freeTotal === null || !withinEvents) return withinEvents;
  return !ofDistinctValues && freeTotal.greaterThanOrEqualTo(peakWith(order.peak, events));
}

/** Returns the state with more events. Where `canAppend` is false, the result counts them after all others. */
export function append(
  run: ChargeRun | undefined,
  properties: PercentageProperties,
  unordered: readonly ChargedEvent[],
): ChargeRun {
  const { order, ...state }: ChargeRun = run ?? percentageStart();
  const events = [...unordered].sort(byPlace);
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return run ?? state;
  const latest = order !== undefined && byPlace(order.last, last) > 0 ? order.last : place(last);
  const values = events.map((it) => it.value);
  const end = order?.end ?? null;
  const peak = order?.peak ?? '0';
  if (end !== null) {
    return { ...percentageAddAll(state, properties, values), order: { last: latest, end, peak } };
  }
  const free = percentageWhileFree(state, properties, values);
  const inOrder = order === undefined || byPlace(first, order.last) > 0;
  const highest = inOrder ? higher(peak, free.peak) : peakWith(peak, events);
  const paid = events[free.count];
  if (paid === undefined) return { ...free.state, order: { last: latest, end: null, peak: highest } };
  const { events: count, total } = free.state;
  return {
    ...percentageAddAll(free.state, properties, values.slice(free.count)),
    order: { last: latest, end: { ...place(paid), events: count, total }, peak: highest },
  };
}

/**
 * Returns the state before some events of an open allowance: everything before them was free.
 *
 * @param counted the events to take away: all from a place on, up to the end of the allowance if it has one.
 */
export function before({ events, total, order }: ChargeRun, counted: readonly ChargedEvent[]): ChargeRun {
  const end = order?.end ?? null;
  const free = end === null ? counted : counted.filter((it) => byPlace(it, end) < 0);
  const count = (end?.events ?? events) - free.length;
  const sum = free.reduce((left, it) => left.minus(it.value), new Exact(end?.total ?? total));
  const text = toText(sum);
  return { ...percentageStart(), events: count, total: text, freeEvents: count, freeUnits: text };
}

/** Returns a state in which `now` replaces what `was` counted of the same events. */
export function replaced(run: ChargeRun, was: ChargeRun, now: ChargeRun): ChargeRun {
  const sum = (name: 'total' | 'freeUnits' | 'raisedBy' | 'cutBy'): string =>
    toText(new Exact(run[name]).minus(was[name]).plus(now[name]));
  const count = (name: 'events' | 'freeEvents' | 'raisedEvents' | 'cutEvents'): number =>
    run[name] - was[name] + now[name];
  const state = {
    events: count('events'),
    total: sum('total'),
    freeEvents: count('freeEvents'),
    freeUnits: sum('freeUnits'),
    allowanceEnded: now.allowanceEnded,
    raisedEvents: count('raisedEvents'),
    raisedBy: sum('raisedBy'),
    cutEvents: count('cutEvents'),
    cutBy: sum('cutBy'),
  };
  if (now.order === undefined) return state;
  const last =
    run.order !== undefined && byPlace(run.order.last, now.order.last) > 0 ? run.order.last : now.order.last;
  return { ...state, order: { ...now.order, last, peak: higher(run.order?.peak ?? '0', now.order.peak) } };
}

function place({ at, sequence }: Place): Place {
  return { at, sequence };
}

function higher(one: string, other: string): string {
  return new Exact(one).greaterThan(other) ? one : other;
}

/** Returns what the highest total is at most, wherever the events come. */
function peakWith(peak: string, events: readonly ChargedEvent[]): string {
  const values = events.map((it) => new Exact(it.value));
  const added = values.reduce((sum, it) => (it.isNegative() ? sum : sum.plus(it)), ZERO);
  return toText(added.plus(peak));
}
