import { field, satisfies, type FieldOptions } from '../../../platform/http/field-definition';
import { BUILT_IN_NAMES } from './types';

/** The names in the API description. Not used to validate, because this list is shared by all services of a process. */
export const describedNames: string[] = [...BUILT_IN_NAMES];

/** Adds the name of a model that a module registers to the API description, which is built after that. */
export function describeChargeModel(name: string): void {
  if (!describedNames.includes(name)) describedNames.push(name);
}

/** Declares the name of a charge model. The use case refuses names that no model has. */
export function ChargeModelField(options: FieldOptions): PropertyDecorator {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const message = `must be one of: ${BUILT_IN_NAMES.join(', ')}`;
  const schema = { type: String, enum: describedNames };
  return field(options, schema, satisfies('isChargeModel', isText, 'invalid_value', message));
}
