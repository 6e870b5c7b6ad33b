import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import {
  because,
  field,
  partsSatisfy,
  satisfies,
  type FieldOptions,
  type PartProblem,
} from './field-definition';
import { isObject, isStorableJson, MAX_VALUE_LENGTH, metadataProblems, UNSTORABLE } from './field-rules';

const MAX_KEYS = 50;

/**
 * Declares a list of at most `max` strings that `test` accepts. `must` completes the error message "must ...", e.g. `be
 * a known code`.
 */
export function StringListField(
  options: FieldOptions & { max: number; test: (value: string) => boolean; must: string },
): PropertyDecorator {
  const { max, test, must, ...rest } = options;
  const problems = (value: unknown): PartProblem[] =>
    (Array.isArray(value) ? value : [])
      .slice(0, max)
      .flatMap((it: unknown, index) =>
        typeof it === 'string' && test(it)
          ? []
          : [{ part: String(index), code: 'invalid_value', message: `must ${must}` }],
      );
  return field(
    rest,
    { type: [String], maxItems: max },
    partsSatisfy('eachItem', problems),
    ArrayMaxSize(max, because('too_long', `must have at most ${max} entries`)),
    IsArray(because('invalid_type', 'must be a list')),
  );
}

/** Declares a list of 1 to `max` whole numbers of at least `min`. */
export function IntegerListField(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max, ...rest } = options;
  const message = `must be a whole number of at least ${min}`;
  const problems = (value: unknown): PartProblem[] =>
    (Array.isArray(value) ? value : [])
      .slice(0, max)
      .flatMap((it: unknown, index) =>
        Number.isSafeInteger(it) && Number(it) >= min
          ? []
          : [{ part: String(index), code: 'invalid_value', message }],
      );
  return field(
    rest,
    { type: 'array', items: { type: 'integer', minimum: min }, minItems: 1, maxItems: max },
    partsSatisfy('eachItem', problems),
    ArrayMinSize(1, because('too_short', 'must have at least 1 entry')),
    ArrayMaxSize(max, because('too_long', `must have at most ${max} entries`)),
    IsArray(because('invalid_type', 'must be a list')),
  );
}

/**
 * Declares a list of at most `max` objects, validated by their class; errors name the path, e.g.
 * `charges.0.charge_model`. The class is passed as a function because it may be declared later.
 */
export function ListOf(
  entry: () => new () => object,
  options: FieldOptions & { max: number },
): PropertyDecorator {
  const { max, ...rest } = options;
  // Entries that are not objects become `false`, which class-validator refuses with their path. It would ignore null
  // and descend into nested lists.
  const asEntries = ({ value }: { value: unknown }): unknown => {
    if (value === null) return null;
    if (!Array.isArray(value)) return false;
    return value.slice(0, max + 1).map((it: unknown) => isObject(it) && it); // one entry over the limit triggers the error
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

/** Declares an object that the use case validates, because its fields depend on other fields of the request. */
export function ObjectField(options: FieldOptions): PropertyDecorator {
  return field(
    options,
    { type: 'object', additionalProperties: true },
    satisfies('isStorableJson', isStorableJson, 'invalid_value', UNSTORABLE),
    satisfies('isObject', isObject, 'invalid_type', 'must be an object'),
  );
}

/** Declares an object of strings: at most 50 keys of up to 40 characters, with values of up to 500. */
export function MetadataField(options: FieldOptions): PropertyDecorator {
  const isSmall = (value: unknown): boolean => !isObject(value) || Object.keys(value).length <= MAX_KEYS;
  return field(
    options,
    {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: MAX_VALUE_LENGTH },
      maxProperties: MAX_KEYS,
    },
    partsSatisfy('entries', metadataProblems),
    satisfies('isSmall', isSmall, 'too_long', `must have at most ${MAX_KEYS} keys`),
    satisfies('isObject', isObject, 'invalid_type', 'must be an object of strings'),
  );
}
