import { Transform } from 'class-transformer';
import { field, satisfies, type FieldOptions } from '../../platform/http/field-definition';

const COLOR = /^#[0-9a-f]{6}$/;

const lowerCase = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.toLowerCase() : value,
);

/** Declares a colour `#rrggbb`, converted to lower case. */
export function ColorField(options: FieldOptions): PropertyDecorator {
  const test = (value: unknown): boolean => typeof value === 'string' && COLOR.test(value);
  return field(
    options,
    { type: String, minLength: 7, maxLength: 7 },
    lowerCase,
    satisfies('isColor', test, 'invalid_format', 'must be a colour in the form #rrggbb, e.g. "#1f4e79"'),
  );
}
