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
 * @throws EventValuesNeededError for `percentage`, if only the event values determine the amount.
 * @throws RangeError for units that are not a decimal string.
 */
export function computeCharge<M extends ChargeModel>(
  model: M,
  properties: ChargeProperties[M],
  usage: Usage,
): ChargeResult {
  const units = toDecimal(usage.units);
  // Usage below zero costs nothing, not even what zero usage costs (the flat amount of a first tier).
  return units.lessThan(ZERO) ? resultOf(ZERO, []) : COMPUTATIONS[model](properties, usage);
}
