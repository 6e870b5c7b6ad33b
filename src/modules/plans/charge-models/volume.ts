import { atLeastZero, toDecimal } from './decimals';
import { heldThroughout, mostUnits, unitDays } from './held-units';
import { tiersOf } from './ranges';
import { flatSteps, resultOf, unitsStep, type Step } from './steps';
import type { ChargeResult, HeldUnits, Usage } from './charge-model';
import type { VolumeProperties } from './types';

/**
 * Charges all units at the price of the range that contains the total, plus the flat amount of that range. A
 * total of 10.5 is in the range from 11.
 */
export function computeVolume(properties: VolumeProperties, usage: Usage): ChargeResult {
  const units = atLeastZero(toDecimal(usage.units));
  return resultOf(units, volumeSteps(properties, heldThroughout(units)));
}

/** Returns the steps for units x days. The largest number of units that were held on a day chooses the range. */
export function volumeSteps({ volume_ranges: ranges }: VolumeProperties, held: HeldUnits): Step[] {
  const units = mostUnits(held);
  const tier = tiersOf(ranges).find(({ upTo }) => upTo === null || units.lessThanOrEqualTo(upTo));
  if (tier === undefined) throw new RangeError('The last volume range must have no upper bound');
  const price = toDecimal(tier.range.per_unit_amount);
  return [
    unitsStep(`All units at the price of units ${tier.label}`, unitDays(held), price),
    ...flatSteps(`Flat fee for units ${tier.label}`, tier.flatAmount, held.periodDays),
  ];
}
