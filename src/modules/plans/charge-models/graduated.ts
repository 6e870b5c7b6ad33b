import { atLeastZero, toDecimal } from './decimals';
import { tiersReached, unitsIn } from './ranges';
import { flatSteps, resultOf, unitsStep } from './steps';
import type { ChargeResult, GraduatedProperties, Usage } from './types';

/** Charges each unit at the price of its tier, plus the flat amount of every tier that is reached. */
export function computeGraduated(properties: GraduatedProperties, usage: Usage): ChargeResult {
  const units = atLeastZero(toDecimal(usage.units));
  const steps = tiersReached(properties.graduated_ranges, units).flatMap((tier) => [
    unitsStep(`Units ${tier.label}`, unitsIn(tier, units), toDecimal(tier.range.per_unit_amount)),
    ...flatSteps(`Flat fee for units ${tier.label}`, tier.flatAmount),
  ]);
  return resultOf(units, steps);
}
