import type Decimal from 'decimal.js';
import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../platform/errors/app-error';
import type { ChargeModel, ChargeStep, HeldUnits, Usage } from './charge-model';
import { toDecimal } from './decimals';
import { mostUnits, unitDays, wholeFlatSteps } from './held-units';
import { shapeProblems } from './property-rules';
import { rangesRule } from './range-rules';
import { tiersOf, type PricedRange, type Tier } from './ranges';
import { flatSteps, toSteps, unitsStep } from './steps';

export interface VolumeProperties {
  volume_ranges: readonly PricedRange[];
}

/** All units at the price of the one range that contains them, plus its flat amount; 10.5 units are in that of 11. */
@Injectable()
export class VolumeCharge implements ChargeModel<VolumeProperties> {
  readonly name = 'volume';

  validate(properties: Record<string, unknown>): FieldError[] {
    return shapeProblems(properties, { required: { volume_ranges: rangesRule('per_unit_amount') } }, '');
  }

  steps({ volume_ranges: ranges }: VolumeProperties, usage: Usage): ChargeStep[] {
    const units = toDecimal(usage.units);
    const tier = tierOf(ranges, units);
    const price = toDecimal(tier.range.per_unit_amount);
    return toSteps([
      unitsStep(`All units at the price of units ${tier.label}`, units, price),
      ...flatSteps(`Flat amount of units ${tier.label}`, tier.flatAmount),
    ]);
  }

  proratedSteps({ volume_ranges: ranges }: VolumeProperties, held: HeldUnits): ChargeStep[] {
    const tier = tierOf(ranges, mostUnits(held));
    const price = toDecimal(tier.range.per_unit_amount);
    return toSteps([
      unitsStep(`All units at the price of units ${tier.label}`, unitDays(held), price),
      ...wholeFlatSteps(`Flat amount of units ${tier.label}`, tier.flatAmount, held),
    ]);
  }
}

function tierOf(ranges: readonly PricedRange[], units: Decimal): Tier<PricedRange> {
  const tier = tiersOf(ranges).find(({ upTo }) => upTo === null || units.lessThanOrEqualTo(upTo));
  if (tier === undefined) throw new RangeError('the last volume range must have no end');
  return tier;
}
