import { ZERO, toDecimal } from './decimals';
import { computeGraduatedPercentage } from './graduated-percentage';
import { computeGraduated } from './graduated';
import { computePackage } from './package';
import { computePercentage } from './percentage';
import { computeStandard } from './standard';
import { resultOf } from './steps';
import type { ChargeModel, ChargeProperties, ChargeResult, Usage } from './types';
import { computeVolume } from './volume';

type Computations = {
  readonly [M in ChargeModel]: (properties: ChargeProperties[M], usage: Usage) => ChargeResult;
};

const COMPUTATIONS: Computations = {
  standard: computeStandard,
  graduated: computeGraduated,
  volume: computeVolume,
  package: computePackage,
  percentage: computePercentage,
  graduated_percentage: computeGraduatedPercentage,
};

/**
 * Returns the amount of usage under a charge, unrounded. `properties` must have passed `validateProperties`.
 *
 * @throws EventValuesNeededError for `percentage`, if the amount depends on the event values and `usage` has
 * none.
 * @throws RangeError for units that are not a decimal string.
 */
export function computeCharge<M extends ChargeModel>(
  model: M,
  properties: ChargeProperties[M],
  usage: Usage,
): ChargeResult {
  const units = toDecimal(usage.units);
  // Negative usage costs nothing. Zero usage still costs the flat amount of the first tier.
  return units.lessThan(ZERO) ? resultOf(ZERO, []) : COMPUTATIONS[model](properties, usage);
}
