import { ONE, smallerOf, toDecimal, toText, type Quantity } from './decimals';
import { percentageAdd, percentageStart, termsOf, type PercentageState } from './percentage-state';
import type { PercentageProperties } from './types';

/**
 * Returns the aggregate of `count` events with a value of 1, as all events of a count metric have. Takes
 * constant time: the first events are free, one may be partly free, and all others cost the same.
 */
export function percentageOfCount(properties: PercentageProperties, count: number): PercentageState {
  const free = freeEventsOf(properties, count);
  const start = { ...percentageStart(), events: free, total: String(free) };
  const state = { ...start, freeEvents: free, freeUnits: String(free) };
  if (free === count) return state;
  const first = percentageAdd(state, properties, '1');
  return repeated(first, percentageAdd(first, properties, '1'), count - free - 1);
}

function freeEventsOf(properties: PercentageProperties, count: number): number {
  const { freeEvents, freeTotal } = termsOf(properties);
  if (freeEvents === null && freeTotal === null) return 0;
  const all = toDecimal(count);
  const byTotal = smallerOf(all, freeTotal?.floor() ?? all);
  return smallerOf(byTotal, freeEvents ?? all).toNumber();
}

/**
 * Returns the aggregate after `times` further events that all have the same effect.
 *
 * @param next the aggregate after the first of them
 */
function repeated(state: PercentageState, next: PercentageState, times: number): PercentageState {
  const text = (before: Quantity, after: Quantity): string =>
    toText(toDecimal(before).plus(toDecimal(after).minus(toDecimal(before)).times(toDecimal(times))));
  const number = (before: number, after: number): number => before + (after - before) * times;
  return {
    ...state,
    events: state.events + times,
    total: toText(toDecimal(state.total).plus(ONE.times(times))),
    raisedEvents: number(state.raisedEvents, next.raisedEvents),
    raisedBy: text(state.raisedBy, next.raisedBy),
    cutEvents: number(state.cutEvents, next.cutEvents),
    cutBy: text(state.cutBy, next.cutBy),
  };
}
