import { atLeastZero, toDecimal } from './decimals';
import { tiersReached, unitsIn } from './ranges';
import { flatSteps, rateStep, resultOf } from './steps';
import type { ChargeResult, Usage } from './charge-model';
import type { GraduatedPercentageProperties } from './types';

/** Charges each unit at the rate of its tier, plus the flat amount of every tier that is reached. */
export function computeGraduatedPercentage(
  properties: GraduatedPercentageProperties,
  usage: Usage,
): ChargeResult {
  const units = atLeastZero(toDecimal(usage.units));
  const steps = tiersReached(properties.graduated_percentage_ranges, units).flatMap((tier) => [
    rateStep(`Rate on units ${tier.label}`, unitsIn(tier, units), toDecimal(tier.range.rate)),
    ...flatSteps(`Flat fee for units ${tier.label}`, tier.flatAmount),
  ]);
  return resultOf(units, steps);
}
