import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../platform/errors/app-error';
import type { ChargeModel, ChargeStep, Usage } from './charge-model';
import { ZERO, smallerOf, ceilDivide, toDecimal, toText, type Quantity } from './decimals';
import { amountRule, positiveQuantityRule, quantityRule, shapeProblems } from './property-rules';
import { toSteps, unitsStep } from './steps';

export interface PackageProperties {
  amount: string;
  free_units?: Quantity | null;
  package_size: Quantity;
}

const SHAPE = {
  required: { amount: amountRule, package_size: positiveQuantityRule },
  optional: { free_units: quantityRule },
};

/** Whole packages: one that is begun is paid in full. */
@Injectable()
export class PackageCharge implements ChargeModel<PackageProperties> {
  readonly name = 'package';

  validate(properties: Record<string, unknown>): FieldError[] {
    return shapeProblems(properties, SHAPE, '');
  }

  steps(properties: PackageProperties, usage: Usage): ChargeStep[] {
    const units = toDecimal(usage.units);
    const size = toDecimal(properties.package_size);
    const free = smallerOf(units, toDecimal(properties.free_units ?? 0));
    const packages = ceilDivide(units.minus(free), size);
    return toSteps([
      ...(free.isZero() ? [] : [unitsStep('Free units', free, ZERO)]),
      unitsStep(`Packages of ${toText(size)}`, packages, toDecimal(properties.amount)),
    ]);
  }
}
