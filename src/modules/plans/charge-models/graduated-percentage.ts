import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../platform/errors/app-error';
import type { ChargeModel, ChargeStep, Usage } from './charge-model';
import { toDecimal } from './decimals';
import { shapeProblems } from './property-rules';
import { rangesRule } from './range-rules';
import { tiersReached, unitsIn, type RatedRange } from './ranges';
import { flatSteps, rateStep, toSteps } from './steps';

export interface GraduatedPercentageProperties {
  graduated_percentage_ranges: readonly RatedRange[];
}

/** Each unit at the rate of the tier that contains it, plus the flat amount of every tier that is reached. */
@Injectable()
export class GraduatedPercentageCharge implements ChargeModel<GraduatedPercentageProperties> {
  readonly name = 'graduated_percentage';

  validate(properties: Record<string, unknown>): FieldError[] {
    return shapeProblems(properties, { required: { graduated_percentage_ranges: rangesRule('rate') } }, '');
  }

  steps({ graduated_percentage_ranges: ranges }: GraduatedPercentageProperties, usage: Usage): ChargeStep[] {
    const units = toDecimal(usage.units);
    const steps = tiersReached(ranges, units).flatMap((tier) => [
      rateStep(`Rate on units ${tier.label}`, unitsIn(tier, units), toDecimal(tier.range.rate)),
      ...flatSteps(`Flat amount of units ${tier.label}`, tier.flatAmount),
    ]);
    return toSteps(steps);
  }
}
