import { atLeastZero, toDecimal } from './decimals';
import { resultOf, unitsStep } from './steps';
import type { ChargeResult, StandardProperties, Usage } from './types';

/** Charges every unit at the same price. */
export function computeStandard(properties: StandardProperties, usage: Usage): ChargeResult {
  const units = atLeastZero(toDecimal(usage.units));
  return resultOf(units, [unitsStep('Units', units, toDecimal(properties.amount))]);
}
