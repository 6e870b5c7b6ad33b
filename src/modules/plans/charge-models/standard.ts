import { atLeastZero, toDecimal } from './decimals';
import { heldThroughout, unitDays } from './held-units';
import { resultOf, unitsStep, type Step } from './steps';
import type { ChargeResult, HeldUnits, Usage } from './charge-model';
import type { StandardProperties } from './types';

/** Charges every unit at the same price. */
export function computeStandard(properties: StandardProperties, usage: Usage): ChargeResult {
  const units = atLeastZero(toDecimal(usage.units));
  return resultOf(units, standardSteps(properties, heldThroughout(units)));
}

/** Returns the steps for units x days. */
export function standardSteps({ amount }: StandardProperties, held: HeldUnits): Step[] {
  return [unitsStep('Units', unitDays(held), toDecimal(amount))];
}
