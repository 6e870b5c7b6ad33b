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
 * What usage costs under a charge, unrounded. `properties` must have passed `validateProperties`.
 *
 * @throws EventValuesNeededError for `percentage`, if only the event values can tell.
 * @throws RangeError for units that are not a decimal string.
 */
export function computeCharge<M extends ChargeModel>(
  model: M,
  properties: ChargeProperties[M],
  usage: Usage,
): ChargeResult {
  const units = toDecimal(usage.units);
  // As at Lago: usage below zero is billed nothing, not even what zero usage is (the flat amount of a first tier).
  return units.lessThan(ZERO) ? resultOf(ZERO, []) : COMPUTATIONS[model](properties, usage);
}
