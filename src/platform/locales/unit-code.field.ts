import { field, satisfies, type FieldOptions } from '../http/field-definition';
import { Transform } from 'class-transformer';

const CODE = /^[A-Z0-9]{2,3}$/;
const RULE = 'must be a code of UN/ECE Recommendation 20, e.g. "C62" for no unit or "HUR" for hours';

const upperCase = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.toUpperCase() : value,
);

/** Declares a code of UN/ECE Recommendation 20 for the unit of a quantity, converted to upper case. */
export function UnitCodeField(options: FieldOptions): PropertyDecorator {
  const test = (value: unknown): boolean => typeof value === 'string' && CODE.test(value);
  return field(
    options,
    { type: String, minLength: 2, maxLength: 3 },
    upperCase,
    satisfies('isUnitCode', test, 'invalid_format', RULE),
  );
}
