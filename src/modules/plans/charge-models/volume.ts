import { atLeastZero, toDecimal } from './decimals';
import { tiersOf } from './ranges';
import { flatSteps, resultOf, unitsStep } from './steps';
import type { ChargeResult, Usage, VolumeProperties } from './types';

/**
 * Charges all units at the price of the range that contains the total, plus the flat amount of that range. A
 * total of 10.5 is in the range from 11.
 */
export function computeVolume(properties: VolumeProperties, usage: Usage): ChargeResult {
  const units = atLeastZero(toDecimal(usage.units));
  const tier = tiersOf(properties.volume_ranges).find(
    ({ upTo }) => upTo === null || units.lessThanOrEqualTo(upTo),
  );
  if (tier === undefined) throw new RangeError('The last volume range must have no upper bound');
  return resultOf(units, [
    unitsStep(`All units at the price of units ${tier.label}`, units, toDecimal(tier.range.per_unit_amount)),
    ...flatSteps(`Flat fee for units ${tier.label}`, tier.flatAmount),
  ]);
}
