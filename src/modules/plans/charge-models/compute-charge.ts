import { computeGraduatedPercentage } from './graduated-percentage';
import { computeGraduated } from './graduated';
import { computePackage } from './package';
import { computePercentage } from './percentage';
import { computeStandard } from './standard';
import type { ChargeResult, Usage } from './charge-model';
import type { BuiltInName, ChargeProperties } from './types';
import { computeVolume } from './volume';

type Computations = {
  readonly [M in BuiltInName]: (properties: ChargeProperties[M], usage: Usage) => ChargeResult;
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
 * Returns the amount of usage under a charge, unrounded. Negative units count as 0 units. `properties` must have
 * passed `validateProperties`.
 *
 * @throws EventValuesNeededError for `percentage`, if the amount depends on the event values and `usage` has
 * none.
 * @throws RangeError for units that are not a decimal string.
 */
export function computeCharge<M extends BuiltInName>(
  model: M,
  properties: ChargeProperties[M],
  usage: Usage,
): ChargeResult {
  return COMPUTATIONS[model](properties, usage);
}
