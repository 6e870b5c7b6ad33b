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
 * Returns the unrounded amount of usage under a charge. `properties` must have passed `validateProperties`.
 *
 * @throws EventValuesNeededError for `percentage`, if the amount depends on the event values.
 * @throws RangeError for units that are not a decimal string.
 */
export function computeCharge<M extends ChargeModel>(
  model: M,
  properties: ChargeProperties[M],
  usage: Usage,
): ChargeResult {
  const units = toDecimal(usage.units);
  // Negative usage costs nothing, not even the flat amount of the first tier, which zero usage costs.
  return units.lessThan(ZERO) ? resultOf(ZERO, []) : COMPUTATIONS[model](properties, usage);
}
