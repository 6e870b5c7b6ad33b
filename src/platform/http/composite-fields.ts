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

interface EntryRule {
  test: (entry: unknown) => boolean;
  /** Completes the error message "must ...", e.g. `be a known code`. */
  must: string;
  /** Name of an entry if none may occur twice, e.g. `tax`. */
  once?: string;
}

const entriesSatisfy = (max: number, rule: EntryRule): PropertyDecorator =>
  partsSatisfy('eachItem', (value) => {
    const entries: unknown[] = Array.isArray(value) ? value.slice(0, max) : [];
    return entries.flatMap((it, index) => entryProblem(entries, it, index, rule) ?? []);
  });

function entryProblem(
  entries: readonly unknown[],
  entry: unknown,
  index: number,
  { test, must, once }: EntryRule,
): PartProblem | null {
  const part = String(index);
  if (!test(entry)) return { part, code: 'invalid_value', message: `must ${must}` };
  if (once === undefined || entries.indexOf(entry) === index) return null;
  return { part, code: 'duplicate', message: `is a duplicate; list each ${once} once` };
}

/** Declares a list of at most `max` strings that `test` accepts, none of them twice if `once` is given. */
export function StringListField(
  options: FieldOptions & Omit<EntryRule, 'test'> & { max: number; test: (value: string) => boolean },
): PropertyDecorator {
  const { max, test, must, once, ...rest } = options;
  const isAccepted = (it: unknown): boolean => typeof it === 'string' && test(it);
  return field(
    rest,
    { type: [String], maxItems: max, ...(once !== undefined && { uniqueItems: true }) },
    entriesSatisfy(max, { test: isAccepted, must, ...(once !== undefined && { once }) }),
    ArrayMaxSize(max, because('too_long', `must have at most ${max} entries`)),
    IsArray(because('invalid_type', 'must be a list')),
  );
}

/** Declares a list of 1 to `max` whole numbers of at least `min`, none of them twice. */
export function IntegerListField(
  options: FieldOptions & { min: number; max: number; once: string },
): PropertyDecorator {
  const { min, max, once, ...rest } = options;
  const test = (it: unknown): boolean => Number.isSafeInteger(it) && Number(it) >= min;
  return field(
    rest,
    {
      type: 'array',
      items: { type: 'integer', minimum: min },
      minItems: 1,
      maxItems: max,
      uniqueItems: true,
    },
    entriesSatisfy(max, { test, must: `be a whole number of at least ${min}`, once }),
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
