import {
  percentageAddAll,
  percentageStart,
  percentageTerms,
  percentageWhileFree,
  type PercentageProperties,
  type PercentageState,
} from '../../plans';
import { Exact, ZERO, toText } from './decimals';

/** The position of an event: by timestamp, then by arrival (docs/billing-rules.md#percentage). */
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

/** The first event that the free allowance does not cover entirely, with the events before it and their total. */
export type AllowanceEnd = ChargedEvent & { events: number; total: string };

/** The aggregate of a charge on single events in one billing period, and whether the order of later events matters. */
export interface ChargeRun extends PercentageState {
  /** Absent in aggregates from before the order by timestamp. */
  order?: {
    last: Place;
    /** Null while the allowance covers every event. */
    end: AllowanceEnd | null;
    /** An upper bound of the total before any event. */
    peak: string;
    /** Whether any event has a negative value. */
    negative: boolean;
  };
}

/** A charge on single events of one metric. */
export interface RunTerms {
  properties: PercentageProperties;
  /** The value of an event of a unique_count depends on the events before it. */
  ofDistinctValues: boolean;
}

export function byPlace(one: Place, other: Place): number {
  return one.at - other.at || one.sequence - other.sequence;
}

/** Returns whether `append` gives the same result as counting all events in the order of their places. */
export function canAppend(
  run: ChargeRun | undefined,
  { properties, ofDistinctValues }: RunTerms,
  events: readonly ChargedEvent[],
): boolean {
  const { freeEvents, freeTotal, minimum, maximum } = percentageTerms(properties);
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

/** Adds events to the aggregate, after all others unless `canAppend` is true. */
export function append(
  run: ChargeRun | undefined,
  properties: PercentageProperties,
  unordered: readonly ChargedEvent[],
): ChargeRun {
  const { order, ...state }: ChargeRun = run ?? percentageStart();
  const events = [...unordered].sort(byPlace);
  const [first, newest] = [events[0], events.at(-1)];
  if (first === undefined || newest === undefined) return run ?? state;
  const values = events.map((it) => it.value);
  const last = order === undefined ? placeOf(newest) : later(order.last, newest);
  const negative = (order?.negative ?? false) || values.some((it) => it.startsWith('-'));
  const { end = null, peak = '0' } = order ?? {};
  if (end !== null) {
    return { ...percentageAddAll(state, properties, values), order: { last, end, peak, negative } };
  }
  const free = percentageWhileFree(state, properties, values);
  const inOrder = order === undefined || byPlace(first, order.last) > 0;
  const highest = inOrder ? higher(peak, free.peak) : peakWith(peak, events);
  const paid = events[free.count];
  if (paid === undefined) return { ...free.state, order: { last, end, peak: highest, negative } };
  const { events: count, total } = free.state;
  return {
    ...percentageAddAll(free.state, properties, values.slice(free.count)),
    order: { last, end: { ...paid, events: count, total }, peak: highest, negative },
  };
}

/** Returns the aggregate of events that are all free. */
export function freeRun(events: number, total: string): ChargeRun {
  return { ...percentageStart(), events, total, freeEvents: events, freeUnits: total };
}

/** Returns the aggregate in which `now` replaces `was`, an aggregate of some of its events. */
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
  const order = now.order ?? run.order;
  if (order === undefined) return state;
  return {
    ...state,
    order: {
      last: later(run.order?.last ?? order.last, order.last),
      end: order.end,
      peak: higher(run.order?.peak ?? '0', order.peak),
      negative: order.negative || (run.order?.negative ?? false),
    },
  };
}

function placeOf({ at, sequence }: Place): Place {
  return { at, sequence };
}

function later(one: Place, other: Place): Place {
  return placeOf(byPlace(one, other) > 0 ? one : other);
}

function higher(one: string, other: string): string {
  return new Exact(one).greaterThan(other) ? one : other;
}

/** Returns an upper bound of the highest total, wherever the events are. */
function peakWith(peak: string, events: readonly ChargedEvent[]): string {
  const values = events.map((it) => new Exact(it.value));
  const added = values.reduce((sum, it) => (it.isNegative() ? sum : sum.plus(it)), ZERO);
  return toText(added.plus(peak));
}
