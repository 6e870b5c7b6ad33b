import { field, satisfies, type FieldOptions } from '../../../platform/http/field-definition';
import { CHARGE_MODELS } from './charge-model';

export const { describedNames } = CHARGE_MODELS;

/** Declares the name of a charge model. The use case refuses names that no model has. */
export function ChargeModelField(options: FieldOptions): PropertyDecorator {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const message = (): string => `must be one of: ${describedNames.join(', ')}`;
  const schema = { type: String, enum: describedNames };
  return field(options, schema, satisfies('isChargeModel', isText, 'invalid_value', message));
}
