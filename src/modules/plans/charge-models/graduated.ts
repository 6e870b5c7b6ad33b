import { atLeastZero, toDecimal } from './decimals';
import { heldThroughout, mostUnits, unitDaysIn } from './held-units';
import { tiersReached } from './ranges';
import { flatSteps, resultOf, unitsStep, type Step } from './steps';
import type { ChargeResult, HeldUnits, Usage } from './charge-model';
import type { GraduatedProperties } from './types';

/** Charges each unit at the price of its tier, plus the flat amount of every tier that is reached. */
export function computeGraduated(properties: GraduatedProperties, usage: Usage): ChargeResult {
  const units = atLeastZero(toDecimal(usage.units));
  return resultOf(units, graduatedSteps(properties, heldThroughout(units)));
}

/** Returns the steps for units x days. A tier is reached if units in it were held on any day. */
export function graduatedSteps({ graduated_ranges: ranges }: GraduatedProperties, held: HeldUnits): Step[] {
  return tiersReached(ranges, mostUnits(held)).flatMap((tier) => [
    unitsStep(`Units ${tier.label}`, unitDaysIn(tier, held), toDecimal(tier.range.per_unit_amount)),
    ...flatSteps(`Flat fee for units ${tier.label}`, tier.flatAmount, held.periodDays),
  ]);
}
