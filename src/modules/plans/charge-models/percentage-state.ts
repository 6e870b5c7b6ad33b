import type Decimal from 'decimal.js';
import { ZERO, percentOf, toDecimal, toText } from './decimals';
import type { PercentageProperties } from './types';

/**
 * Running aggregate of the events of one charge, as plain JSON. It is valid only for the properties of that
 * charge: for other properties, aggregate the events again.
 */
export interface PercentageState {
  events: number;
  /** Sum of the event values. */
  total: string;
  freeEvents: number;
  /** The part of `total` that the free allowance covers. */
  freeUnits: string;
  /** Whether the allowance has been exceeded. A later negative value does not make events free again. */
  allowanceEnded: boolean;
  /** Number of events raised to the minimum, and the sum of the increases. */
  raisedEvents: number;
  raisedBy: string;
  /** Number of events capped at the maximum, and the sum of the reductions. */
  cutEvents: number;
  cutBy: string;
}

/** The properties as decimals. A free allowance of zero becomes null: no allowance. */
export interface PercentageTerms {
  rate: Decimal;
  fixedAmount: Decimal;
  freeEvents: Decimal | null;
  freeTotal: Decimal | null;
  minimum: Decimal | null;
  maximum: Decimal | null;
}

export function termsOf(properties: PercentageProperties): PercentageTerms {
  return {
    rate: toDecimal(properties.rate),
    fixedAmount: toDecimal(properties.fixed_amount ?? 0),
    freeEvents: allowance(properties.free_units_per_events),
    freeTotal: allowance(properties.free_units_per_total_aggregation),
    minimum: optional(properties.per_transaction_min_amount),
    maximum: optional(properties.per_transaction_max_amount),
  };
}

/** Returns the aggregate of no events. */
export function percentageStart(): PercentageState {
  const none = { events: 0, freeEvents: 0, raisedEvents: 0, cutEvents: 0, allowanceEnded: false };
  return { ...none, total: '0', freeUnits: '0', raisedBy: '0', cutBy: '0' };
}

export function percentageAdd(
  state: PercentageState,
  properties: PercentageProperties,
  value: string,
): PercentageState {
  return percentageAddAll(state, properties, [value]);
}

/**
 * Adds events to the aggregate; does not modify `state`. The order of the events matters only with a free
 * allowance.
 */
export function percentageAddAll(
  state: PercentageState,
  properties: PercentageProperties,
  values: readonly string[],
): PercentageState {
  const terms = termsOf(properties);
  const run = toRun(state);
  for (const value of values) addValue(run, terms, toDecimal(value));
  return toState(run);
}

/** The events at the beginning of a list that the free allowance covers entirely. */
export interface FreeEvents {
  count: number;
  /** The aggregate after them. */
  state: PercentageState;
  /** The highest total on the way, including the total before the first of them. */
  peak: string;
}

/** Adds events in this order, up to the first that is not entirely free. */
export function percentageWhileFree(
  state: PercentageState,
  properties: PercentageProperties,
  values: readonly string[],
): FreeEvents {
  const terms = termsOf(properties);
  const run = toRun(state);
  let [count, peak] = [0, run.total];
  for (const text of values) {
    const value = toDecimal(text);
    const exceeds = terms.freeTotal?.lessThan(run.total.plus(value)) ?? false;
    if (!isOpen(run, terms) || exceeds) break;
    addValue(run, terms, value);
    count += 1;
    if (run.total.greaterThan(peak)) peak = run.total;
  }
  return { count, state: toState(run), peak: toText(peak) };
}

type Sums = 'total' | 'freeUnits' | 'raisedBy' | 'cutBy';
type Run = Omit<PercentageState, Sums> & Record<Sums, Decimal>;

function addValue(run: Run, terms: PercentageTerms, value: Decimal): void {
  const totalBefore = run.total;
  const open = isOpen(run, terms);
  run.events += 1;
  run.total = totalBefore.plus(value);
  const excess = terms.freeTotal === null ? ZERO : run.total.minus(terms.freeTotal);
  if (open && !excess.greaterThan(ZERO)) {
    run.freeEvents += 1;
    run.freeUnits = run.freeUnits.plus(value);
    return;
  }
  const paid = open ? excess : value;
  run.freeUnits = run.freeUnits.plus(value.minus(paid));
  run.allowanceEnded ||= open;
  keepWithinBounds(run, terms, percentOf(paid, terms.rate).plus(terms.fixedAmount));
}

/** Returns whether the next event can still be free. */
function isOpen(run: Run, { freeEvents, freeTotal }: PercentageTerms): boolean {
  if (run.allowanceEnded || (freeEvents === null && freeTotal === null)) return false;
  return freeEvents?.greaterThan(run.events) ?? true;
}

function keepWithinBounds(run: Run, { minimum, maximum }: PercentageTerms, amount: Decimal): void {
  if (minimum?.greaterThan(amount)) {
    run.raisedEvents += 1;
    run.raisedBy = run.raisedBy.plus(minimum.minus(amount));
  } else if (maximum?.lessThan(amount)) {
    run.cutEvents += 1;
    run.cutBy = run.cutBy.plus(amount.minus(maximum));
  }
}

function toRun(state: PercentageState): Run {
  return {
    ...state,
    total: toDecimal(state.total),
    freeUnits: toDecimal(state.freeUnits),
    raisedBy: toDecimal(state.raisedBy),
    cutBy: toDecimal(state.cutBy),
  };
}

function toState(run: Run): PercentageState {
  return {
    ...run,
    total: toText(run.total),
    freeUnits: toText(run.freeUnits),
    raisedBy: toText(run.raisedBy),
    cutBy: toText(run.cutBy),
  };
}

function optional(value: string | null | undefined): Decimal | null {
  return value === null || value === undefined ? null : toDecimal(value);
}

function allowance(value: string | number | null | undefined): Decimal | null {
  const amount = toDecimal(value ?? 0);
  return amount.isZero() ? null : amount;
}
