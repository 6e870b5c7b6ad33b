import type { ApiPropertyOptions } from '@nestjs/swagger';
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

/** A list of at most `max` strings that `test` accepts; `must` ends the message about others, e.g. `be a known code`. */
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

/** A list of whole numbers from `min` on. */
export function IntegerListField(options: FieldOptions & { max: number; min: number }): PropertyDecorator {
  const { max, min, ...rest } = options;
  const problems = (value: unknown): PartProblem[] =>
    (Array.isArray(value) ? value : []).slice(0, max).flatMap((it: unknown, index) =>
      Number.isSafeInteger(it) && Number(it) >= min
        ? []
        : [
            {
              part: String(index),
              code: 'invalid_value',
              message: `must be a whole number of at least ${min}`,
            },
          ],
    );
  return field(
    rest,
    { type: 'array', items: { type: 'integer', minimum: min }, maxItems: max },
    partsSatisfy('eachItem', problems),
    ArrayMaxSize(max, because('too_long', `must have at most ${max} entries`)),
    IsArray(because('invalid_type', 'must be a list')),
  );
}

/** A list of at least one of a closed list of strings, which is not copied: that of scopes grows until all modules are loaded. */
export function EnumListField(options: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  const { values, ...rest } = options;
  const problems = (value: unknown): PartProblem[] =>
    (Array.isArray(value) ? value : [])
      .slice(0, values.length)
      .flatMap((it: unknown, index) =>
        (values as readonly unknown[]).includes(it)
          ? []
          : [{ part: String(index), code: 'invalid_value', message: `must be one of: ${values.join(', ')}` }],
      );
  return field(
    rest,
    { type: String, isArray: true, enum: values as string[], minItems: 1 },
    partsSatisfy('eachItem', problems),
    satisfies(
      'isShort',
      (it) => !Array.isArray(it) || it.length <= values.length,
      'too_long',
      () => `must have at most ${values.length} entries`,
    ),
    ArrayMinSize(1, because('too_short', 'must have at least one entry')),
    IsArray(because('invalid_type', 'must be a list')),
  );
}

/**
 * A list of at most `max` objects, validated by their class; errors name the path, e.g. `charges.0.charge_model`. The
 * class is passed as a function because it may be declared later.
 */
export function ListOf(
  entry: () => new () => object,
  options: FieldOptions & { max: number },
): PropertyDecorator {
  const { max, ...rest } = options;
  // class-validator ignores null and descends into nested lists; it refuses `false` and names its path.
  const asEntries = ({ value }: { value: unknown }): unknown => {
    if (value === null) return null;
    if (!Array.isArray(value)) return false;
    return value.slice(0, max + 1).map((it: unknown) => isObject(it) && it); // one entry too many is enough for the error
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

/** An object, validated by its class; errors name the path, e.g. `auto_top_up.below`. */
export function ObjectOf(entry: () => new () => object, options: FieldOptions): PropertyDecorator {
  // class-validator would descend into a list and accept its entries; it refuses `false` and names the path.
  const asObject = ({ value }: { value: unknown }): unknown =>
    value === null || value === undefined ? value : isObject(value) && value;
  return field(
    options,
    { type: () => entry() }, // Swagger knows a lazy type by the name of its function
    Type(entry),
    Transform(asObject),
    ValidateNested(because('invalid_type', 'must be an object')),
  );
}

/** An object whose fields depend on other fields; the use case validates it. `schema` documents them. */
export function ObjectField(options: FieldOptions & { schema?: ApiPropertyOptions }): PropertyDecorator {
  const { schema = { type: 'object', additionalProperties: true }, ...rest } = options;
  return field(
    rest,
    schema,
    satisfies('isStorableJson', isStorableJson, 'invalid_value', UNSTORABLE),
    satisfies('isObject', isObject, 'invalid_type', 'must be an object'),
  );
}

/** An object of strings: at most 50 keys of 40 characters with values of 500. */
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
