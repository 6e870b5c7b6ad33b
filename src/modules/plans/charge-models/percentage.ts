import type Decimal from 'decimal.js';
import { ZERO, atLeastZero, smallerOf, sum, toDecimal, toText } from './decimals';
import { resultOf, rateStep, unitsStep, type Step } from './steps';
import {
  percentageAddAll,
  percentageStart,
  termsOf,
  type PercentageState,
  type PercentageTerms,
} from './percentage-state';
import type { ChargeResult, Usage } from './charge-model';
import type { PercentageProperties } from './types';

/** The amount depends on the value of each event, but only the sum and number of the values are known. */
export class EventValuesNeededError extends Error {
  constructor() {
    super(
      'The amount depends on the value of each event, because a free allowance, a minimum or a maximum ' +
        'applies.',
    );
  }
}

/**
 * Charges a rate on the units and a fixed amount per event, after a free allowance. Without `eventValues`,
 * computes the amount from the totals if they determine it, assuming that no event value is negative.
 *
 * @throws EventValuesNeededError if the totals do not determine the amount, because amounts are never
 * estimated.
 */
export function computePercentage(properties: PercentageProperties, usage: Usage): ChargeResult {
  const values = usage.eventValues ?? (usage.eventsCount === 1 ? [usage.units] : undefined);
  const state =
    values === undefined
      ? stateOfTotals(termsOf(properties), toDecimal(usage.units), usage.eventsCount)
      : percentageAddAll(percentageStart(), properties, values);
  return percentageCharge(state, properties, usage.units);
}

/**
 * Returns the charge for a running aggregate of events.
 *
 * @param units the metric's aggregated units, if they differ from the sum of the event values (rounding,
 * max). The rate applies to them, unless a minimum or maximum applies to each event. Negative units count as 0.
 */
export function percentageCharge(
  state: PercentageState,
  properties: PercentageProperties,
  units: string = state.total,
): ChargeResult {
  const terms = termsOf(properties);
  const charged = atLeastZero(toDecimal(units));
  const steps = hasBounds(terms)
    ? boundedSteps(state, terms, charged)
    : unboundedSteps(state, terms, charged);
  return resultOf(charged, neverNegative(steps));
}

function hasBounds({ minimum, maximum }: PercentageTerms): boolean {
  return minimum !== null || maximum !== null;
}

/** Without units, nothing is billed, not even fixed amounts. */
function unboundedSteps(state: PercentageState, terms: PercentageTerms, units: Decimal): Step[] {
  // Free units may be negative, and must not turn 0 units into charged ones.
  const free = units.isZero() ? ZERO : smallerOf(units, freeUnitsOf(state, terms, units));
  const fixed = units.isZero() ? [] : fixedSteps(state, terms);
  return [...freeSteps(state, free), rateStep('Rate on units', units.minus(free), terms.rate), ...fixed];
}

function boundedSteps(state: PercentageState, terms: PercentageTerms, units: Decimal): Step[] {
  const free = freeUnitsOf(state, terms, units);
  const total = state.events === 0 ? units : toDecimal(state.total);
  return [
    ...freeSteps(state, free),
    rateStep('Rate on units', total.minus(free), terms.rate),
    ...fixedSteps(state, terms),
    ...adjustment('Raised to the minimum per event', state.raisedEvents, toDecimal(state.raisedBy)),
    ...adjustment('Capped at the maximum per event', state.cutEvents, toDecimal(state.cutBy).negated()),
  ];
}

/**
 * Units without an event in the period (a level carried over from the previous period) use up only the free
 * total, not the free events.
 */
function freeUnitsOf(state: PercentageState, terms: PercentageTerms, units: Decimal): Decimal {
  if (state.events > 0) return toDecimal(state.freeUnits);
  return smallerOf(units, terms.freeTotal ?? ZERO);
}

function freeSteps(state: PercentageState, free: Decimal): Step[] {
  if (free.isZero() && state.freeEvents === 0) return [];
  return [unitsStep('Free allowance', free, ZERO)];
}

function fixedSteps(state: PercentageState, { fixedAmount }: PercentageTerms): Step[] {
  const paidEvents = state.events - state.freeEvents;
  if (fixedAmount.isZero() || paidEvents === 0) return [];
  return [unitsStep('Fixed amount per event', toDecimal(paidEvents), fixedAmount)];
}

function adjustment(description: string, events: number, amount: Decimal): Step[] {
  return events === 0 ? [] : [{ description, units: toDecimal(events), amount }];
}

/** Prevents events of negative value from making the charge negative. */
function neverNegative(steps: Step[]): Step[] {
  const amount = sum(steps.map((step) => step.amount));
  if (!amount.lessThan(ZERO)) return steps;
  return [...steps, { description: 'Raised to zero', units: ZERO, amount: amount.negated() }];
}

/**
 * Returns the aggregate of events with these totals, where the amount is the same for all such events.
 *
 * @throws EventValuesNeededError if the amount depends on the values of the events.
 */
function stateOfTotals(terms: PercentageTerms, units: Decimal, events: number): PercentageState {
  const state = { ...percentageStart(), events, total: toText(units) };
  if (events === 0) return state;
  const { freeEvents, freeTotal, rate, fixedAmount } = terms;
  const withinEvents = freeEvents?.greaterThanOrEqualTo(events) ?? true;
  const withinTotal = freeTotal?.greaterThanOrEqualTo(units) ?? true;
  const allowance = freeEvents !== null || freeTotal !== null;
  if (allowance && withinEvents && withinTotal) {
    return { ...state, freeEvents: events, freeUnits: state.total };
  }
  if (!hasBounds(terms)) {
    if (!allowance || !units.greaterThan(ZERO)) return state;
    if (freeTotal !== null && withinEvents && fixedAmount.isZero()) {
      return { ...state, freeUnits: toText(freeTotal) };
    }
    if (freeEvents !== null && freeTotal === null && rate.isZero()) {
      return { ...state, freeEvents: freeEvents.toNumber() };
    }
  }
  throw new EventValuesNeededError();
}
