import type Decimal from 'decimal.js';
import { ONE, percentOf, toText } from './decimals';
import type { ChargeStep } from './charge-model';

/** A step in decimals. */
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

/** Returns no step for an amount of zero. */
export function flatSteps(description: string, flatAmount: Decimal): Step[] {
  return flatAmount.isZero() ? [] : [unitsStep(description, ONE, flatAmount)];
}

export function toSteps(steps: readonly Step[]): ChargeStep[] {
  return steps.map(toStep);
}

function toStep({ description, units, unitAmount, rate, amount }: Step): ChargeStep {
  return {
    description,
    units: toText(units),
    ...(unitAmount === undefined ? {} : { unit_amount: toText(unitAmount) }),
    ...(rate === undefined ? {} : { rate: toText(rate) }),
    amount: toText(amount),
  };
}
