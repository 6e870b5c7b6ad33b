import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../platform/errors/app-error';
import type { ChargeModel, ChargeStep, HeldUnits, Usage } from './charge-model';
import { toDecimal } from './decimals';
import { unitDays } from './held-units';
import { amountRule, shapeProblems } from './property-rules';
import { toSteps, unitsStep } from './steps';

export interface StandardProperties {
  amount: string;
}

/** Every unit at one price. */
@Injectable()
export class StandardCharge implements ChargeModel<StandardProperties> {
  readonly name = 'standard';

  validate(properties: Record<string, unknown>): FieldError[] {
    return shapeProblems(properties, { required: { amount: amountRule } }, '');
  }

  steps({ amount }: StandardProperties, { units }: Usage): ChargeStep[] {
    return toSteps([unitsStep('Units', toDecimal(units), toDecimal(amount))]);
  }

  proratedSteps({ amount }: StandardProperties, held: HeldUnits): ChargeStep[] {
    return toSteps([unitsStep('Units', unitDays(held), toDecimal(amount))]);
  }
}

/** Returns the price of every unit; null where units have no common price. */
export function unitAmountOf(charge: { chargeModel: string; properties: object }): string | null {
  return charge.chargeModel === 'standard' ? (charge.properties as StandardProperties).amount : null;
}
