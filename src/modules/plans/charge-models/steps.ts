import type Decimal from 'decimal.js';
import { percentOf, sum, toDecimal, toText } from './decimals';
import type { ChargeResult, ChargeStep } from './charge-model';

export interface Step {
  description: string;
  units: Decimal;
  unitAmount?: Decimal;
  rate?: Decimal;
  amount: Decimal;
}

export function unitsStep(description: string, units: Decimal, unitAmount: Decimal): Step {
  return { description, units, unitAmount, amount: units.times(unitAmount) };
}

export function rateStep(description: string, units: Decimal, rate: Decimal): Step {
  return { description, units, rate, amount: percentOf(units, rate) };
}

/**
 * Returns the step in a list; an empty list if the amount is zero.
 *
 * @param periodDays days of the period, if the other steps count units x days: flat amounts are never prorated.
 */
export function flatSteps(description: string, flatAmount: Decimal, periodDays = 1): Step[] {
  return flatAmount.isZero() ? [] : [unitsStep(description, toDecimal(periodDays), flatAmount)];
}

/** Returns a charge result whose amount is the sum of the steps, so that the two cannot differ. */
export function resultOf(units: Decimal, steps: readonly Step[]): ChargeResult {
  return {
    units: toText(units),
    amount: toText(sum(steps.map((step) => step.amount))),
    steps: steps.map(stepText),
  };
}

/** Formats the numbers of a step. */
export function stepText({ description, units, unitAmount, rate, amount }: Step): ChargeStep {
  return {
    description,
    units: toText(units),
    ...(unitAmount === undefined ? {} : { unit_amount: toText(unitAmount) }),
    ...(rate === undefined ? {} : { rate: toText(rate) }),
    amount: toText(amount),
  };
}
