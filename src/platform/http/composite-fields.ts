import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, ValidateBy, ValidateNested } from 'class-validator';
import { because, field, satisfies, type FieldOptions } from './field-definition';
import { isObject, isStorableJson, isStringMap } from './field-rules';

/** A list of at most `max` distinct or repeated strings, each accepted by `test`. */
export function StringListField(
  options: FieldOptions & { max: number; test: (value: string) => boolean; expected: string },
): PropertyDecorator {
  const { max, test, expected, ...rest } = options;
  const each = (value: unknown): boolean => typeof value === 'string' && test(value);
  return field(
    rest,
    { type: [String], maxItems: max },
    ValidateBy(
      {
        name: 'eachItem',
        validator: { validate: each, defaultMessage: () => `must contain only ${expected}` },
      },
      { each: true, context: { code: 'invalid_value' } },
    ),
    ArrayMaxSize(max, because('too_long', `must have at most ${max} entries`)),
    IsArray(because('invalid_type', 'must be a list')),
  );
}

/**
 * A list of at most `max` objects of a class, each validated by it; wrong fields are named with their path,
 * e.g. `charges.0.charge_model`. The class is given as a function because it may be declared later.
 */
export function ListOf(
  entry: () => new () => object,
  options: FieldOptions & { max: number },
): PropertyDecorator {
  const { max, ...rest } = options;
  // class-validator passes over null, and goes into lists in lists: `false` is an entry that it refuses by its path.
  const asEntries = ({ value }: { value: unknown }): unknown => {
    if (value === null) return null;
    return Array.isArray(value) ? value.map((it: unknown) => isObject(it) && it) : false;
  };
  return field(
    rest,
    { type: () => [entry()], maxItems: max },
    Type(entry),
    Transform(asEntries),
    ArrayMaxSize(max, because('too_long', `must have at most ${max} entries`)),
    IsArray(because('invalid_type', 'must be a list')),
    ValidateNested(because('invalid_type', 'must be an object')),
  );
}

/** An object whose fields depend on other fields: the use case checks them. */
export function ObjectField(options: FieldOptions): PropertyDecorator {
  return field(
    options,
    { type: 'object', additionalProperties: true },
    satisfies(
      'isStorableJson',
      isStorableJson,
      'invalid_value',
      'must not contain NUL characters or broken surrogate pairs',
    ),
    satisfies('isObject', isObject, 'invalid_type', 'must be an object'),
  );
}

/** An object of strings: at most 50 keys of 40 characters with values of 500. */
export function MetadataField(options: FieldOptions): PropertyDecorator {
  return field(
    options,
    { type: 'object', additionalProperties: { type: 'string' } },
    satisfies(
      'isStringMap',
      isStringMap,
      'invalid_value',
      'must be an object of strings: at most 50 keys of 1 to 40 characters, values of at most 500',
    ),
  );
}
