import { ZERO, atLeastZero, smallerOf, timesBegun, toDecimal, toText } from './decimals';
import { resultOf, unitsStep } from './steps';
import type { ChargeResult, Usage } from './charge-model';
import type { PackageProperties } from './types';

/** Charges whole packages: a fraction of a package costs as much as a whole package. */
export function computePackage(properties: PackageProperties, usage: Usage): ChargeResult {
  const units = atLeastZero(toDecimal(usage.units));
  const size = toDecimal(properties.package_size);
  const free = smallerOf(units, toDecimal(properties.free_units ?? 0));
  const packages = timesBegun(units.minus(free), size);
  return resultOf(units, [
    ...(free.isZero() ? [] : [unitsStep('Free units', free, ZERO)]),
    unitsStep(`Packages of ${toText(size)}`, packages, toDecimal(properties.amount)),
  ]);
}
