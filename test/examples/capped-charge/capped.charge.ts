import { Injectable } from '@nestjs/common';
import { chargeKit, type ChargeModel, type ChargeStep, type Usage } from '../../../src/modules/plans';
import type { FieldError } from '../../../src/platform/errors/app-error';

const { amountRule, shapeProblems, shapeSchema, stepText, toDecimal, unitsStep, ZERO } = chargeKit;
const SHAPE = { required: { amount: amountRule, cap_amount: amountRule } };

interface CappedProperties {
  amount: string;
  cap_amount: string;
}

/** Charges every unit at the same price, up to a cap for the billing period. */
@Injectable()
export class CappedCharge implements ChargeModel<CappedProperties> {
  readonly name = 'capped';
  readonly propertiesSchema = shapeSchema(SHAPE);

  validate(properties: Record<string, unknown>): FieldError[] {
    return shapeProblems(properties, SHAPE, '');
  }

  steps({ amount, cap_amount: cap }: CappedProperties, { units }: Usage): ChargeStep[] {
    const uncapped = unitsStep('Units', toDecimal(units), toDecimal(amount));
    const excess = uncapped.amount.minus(toDecimal(cap));
    const cut = { description: 'Capped', units: ZERO, amount: excess.negated() };
    return (excess.greaterThan(ZERO) ? [uncapped, cut] : [uncapped]).map(stepText);
  }
}
