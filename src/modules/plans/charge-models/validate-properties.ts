import type { FieldError } from '../../../platform/errors/app-error';
import { isObject } from '../../../platform/http/field-rules';
import { toDecimal } from './decimals';
import {
  amountRule,
  positiveQuantityRule,
  problem,
  quantityRule,
  shapeProblems,
  wholeQuantityRule,
  type Shape,
} from './property-rules';
import { rangesRule } from './range-rules';
import { shapeSchema } from './shape-schema';
import type { BuiltInName, ChargeProperties } from './types';

const SHAPES: Readonly<Record<BuiltInName, Shape>> = {
  standard: { required: { amount: amountRule } },
  graduated: { required: { graduated_ranges: rangesRule('per_unit_amount') } },
  volume: { required: { volume_ranges: rangesRule('per_unit_amount') } },
  package: {
    required: { amount: amountRule, package_size: positiveQuantityRule },
    optional: { free_units: quantityRule },
  },
  percentage: {
    required: { rate: amountRule },
    optional: {
      fixed_amount: amountRule,
      free_units_per_events: wholeQuantityRule,
      free_units_per_total_aggregation: quantityRule,
      per_transaction_min_amount: amountRule,
      per_transaction_max_amount: amountRule,
    },
  },
  graduated_percentage: { required: { graduated_percentage_ranges: rangesRule('rate') } },
};

/** Returns the JSON Schema of the `properties` of a model, for the API description. */
export const propertiesSchema = (model: BuiltInName): object => shapeSchema(SHAPES[model]);

/**
 * Returns all errors in the `properties` of a charge, with paths relative to them; empty if they are valid.
 */
export function validateProperties(model: BuiltInName, properties: unknown): FieldError[] {
  if (!isObject(properties)) {
    return [problem('', 'invalid_type', 'The properties must be an object.')];
  }
  const problems = shapeProblems(properties, SHAPES[model], '');
  return problems.length === 0 && model === 'percentage' ? boundsProblems(properties) : problems;
}

/** Narrows `properties` to the type of the model if they are valid. */
export function areProperties<M extends BuiltInName>(
  model: M,
  properties: unknown,
): properties is ChargeProperties[M] {
  return validateProperties(model, properties).length === 0;
}

function boundsProblems(properties: Partial<ChargeProperties['percentage']>): FieldError[] {
  const { per_transaction_min_amount: minimum, per_transaction_max_amount: maximum } = properties;
  if ((minimum ?? null) === null || (maximum ?? null) === null) return [];
  if (toDecimal(minimum ?? '0').lessThanOrEqualTo(toDecimal(maximum ?? '0'))) return [];
  const field = 'per_transaction_max_amount';
  return [problem(field, 'out_of_range', `${field} must be at least per_transaction_min_amount.`)];
}
