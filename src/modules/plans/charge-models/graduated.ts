import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../platform/errors/app-error';
import type { ChargeModel, ChargeStep, HeldUnits, Usage } from './charge-model';
import { toDecimal } from './decimals';
import { mostUnits, unitDaysIn, wholeFlatSteps } from './held-units';
import { shapeProblems } from './property-rules';
import { rangesRule } from './range-rules';
import { tiersReached, unitsIn, type PricedRange } from './ranges';
import { flatSteps, unitsStep, toSteps } from './steps';

export interface GraduatedProperties {
  graduated_ranges: readonly PricedRange[];
}

/** Each unit at the price of the tier that contains it, plus the flat amount of every tier that is reached. */
@Injectable()
export class GraduatedCharge implements ChargeModel<GraduatedProperties> {
  readonly name = 'graduated';

  validate(properties: Record<string, unknown>): FieldError[] {
    return shapeProblems(properties, { required: { graduated_ranges: rangesRule('per_unit_amount') } }, '');
  }

  steps({ graduated_ranges: ranges }: GraduatedProperties, usage: Usage): ChargeStep[] {
    const units = toDecimal(usage.units);
    const steps = tiersReached(ranges, units).flatMap((tier) => [
      unitsStep(`Units ${tier.label}`, unitsIn(tier, units), toDecimal(tier.range.per_unit_amount)),
      ...flatSteps(`Flat amount of units ${tier.label}`, tier.flatAmount),
    ]);
    return toSteps(steps);
  }

  proratedSteps({ graduated_ranges: ranges }: GraduatedProperties, held: HeldUnits): ChargeStep[] {
    const steps = tiersReached(ranges, mostUnits(held)).flatMap((tier) => [
      unitsStep(`Units ${tier.label}`, unitDaysIn(tier, held), toDecimal(tier.range.per_unit_amount)),
      ...wholeFlatSteps(`Flat amount of units ${tier.label}`, tier.flatAmount, held),
    ]);
    return toSteps(steps);
  }
}
