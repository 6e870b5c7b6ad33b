import { Injectable } from '@nestjs/common';
import type Decimal from 'decimal.js';
import type { FieldError } from '../../../platform/errors/app-error';
import {
  EventValuesNeededError,
  type ChargeModel,
  type ChargeResult,
  type ChargeStep,
  type Usage,
} from './charge-model';
import { ZERO, smallerOf, sum, toDecimal, toText } from './decimals';
import {
  percentageAddAll,
  percentageStart,
  termsOf,
  type PercentageProperties,
  type PercentageState,
  type PercentageTerms,
} from './percentage-state';
import { amountRule, problem, quantityRule, shapeProblems, wholeQuantityRule } from './property-rules';
import { rateStep, toSteps, unitsStep, type Step } from './steps';

const SHAPE = {
  required: { rate: amountRule },
  optional: {
    fixed_amount: amountRule,
    free_units_per_events: wholeQuantityRule,
    free_units_per_total_aggregation: quantityRule,
    per_transaction_min_amount: amountRule,
    per_transaction_max_amount: amountRule,
  },
};

/**
 * A rate on the units and a fixed amount per event, after a free allowance. Without `eventValues`, events below zero
 * aside, it is computed from the totals wherever that is exact; an amount is never estimated.
 */
@Injectable()
export class PercentageCharge implements ChargeModel<PercentageProperties> {
  readonly name = 'percentage';

  validate(properties: Record<string, unknown>): FieldError[] {
    const problems = shapeProblems(properties, SHAPE, '');
    return problems.length === 0 ? boundsProblems(properties) : problems;
  }

  metricProblem({ aggregationType }: { aggregationType: string }): string | null {
    // Of a latest value, all events but the last are irrelevant; a percentage is charged event by event.
    return aggregationType === 'latest'
      ? 'must not be percentage for a metric that takes the latest value'
      : null;
  }

  steps(properties: PercentageProperties, usage: Usage): ChargeStep[] {
    const values = usage.eventValues ?? (usage.eventsCount === 1 ? [usage.units] : undefined);
    const state =
      values === undefined
        ? stateOfTotals(termsOf(properties), toDecimal(usage.units), usage.eventsCount)
        : percentageAddAll(percentageStart(), properties, values);
    return toSteps(stepsOf(state, termsOf(properties), toDecimal(usage.units)));
  }
}

/**
 * Prices a running aggregate.
 *
 * @param units the metric's aggregated units where they differ from the sum of the event values (rounding, max): the rate
 * is on them, unless a minimum or maximum applies to each event.
 */
export function percentageCharge(
  state: PercentageState,
  properties: PercentageProperties,
  units: string = state.total,
): ChargeResult {
  const charged = toDecimal(units);
  if (charged.lessThan(ZERO)) return { units: '0', amount: '0', steps: [] };
  const steps = stepsOf(state, termsOf(properties), charged);
  return {
    units: toText(charged),
    amount: toText(sum(steps.map((it) => it.amount))),
    steps: toSteps(steps),
  };
}

function stepsOf(state: PercentageState, terms: PercentageTerms, units: Decimal): Step[] {
  const steps = hasBounds(terms) ? boundedSteps(state, terms, units) : unboundedSteps(state, terms, units);
  return neverNegative(steps);
}

function hasBounds({ minimum, maximum }: PercentageTerms): boolean {
  return minimum !== null || maximum !== null;
}

/** Without units nothing is billed, not even the fixed amounts. */
function unboundedSteps(state: PercentageState, terms: PercentageTerms, units: Decimal): Step[] {
  const free = smallerOf(units, freeUnitsOf(state, terms, units));
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
    ...adjustment('Cut to the maximum per event', state.cutEvents, toDecimal(state.cutBy).negated()),
  ];
}

/** Units without an event in the period (a level carried over) have only the allowance by total. */
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

/** Events of negative value must not turn a charge into a payment. */
function neverNegative(steps: Step[]): Step[] {
  const amount = sum(steps.map((step) => step.amount));
  if (!amount.lessThan(ZERO)) return steps;
  return [...steps, { description: 'Never below zero', units: ZERO, amount: amount.negated() }];
}

/** Returns a state with the amount that all events with these totals have. @throws EventValuesNeededError if they differ. */
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
    if (!allowance || units.isZero()) return state;
    if (freeTotal !== null && withinEvents && fixedAmount.isZero()) {
      return { ...state, freeUnits: toText(freeTotal) };
    }
    if (freeEvents !== null && freeTotal === null && rate.isZero()) {
      return { ...state, freeEvents: freeEvents.toNumber() };
    }
  }
  throw new EventValuesNeededError();
}

function boundsProblems(properties: Partial<PercentageProperties>): FieldError[] {
  const { per_transaction_min_amount: minimum, per_transaction_max_amount: maximum } = properties;
  if ((minimum ?? null) === null || (maximum ?? null) === null) return [];
  if (toDecimal(minimum ?? '0').lessThanOrEqualTo(toDecimal(maximum ?? '0'))) return [];
  const field = 'per_transaction_max_amount';
  return [problem(field, 'out_of_range', `${field} must not be below per_transaction_min_amount.`)];
}
