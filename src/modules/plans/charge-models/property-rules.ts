import type { FieldError } from '../../../platform/errors/app-error';
import { isDecimalString, isExactNumber, toDecimal, type Quantity } from './decimals';

/** Validates one value. Returns its errors; an empty list if it is valid. */
export interface Rule {
  (value: unknown, field: string): FieldError[];
  /** JSON Schema of the values that the rule accepts, for the API description; any value without it. */
  readonly schema?: object;
}

/** The fields of an object. Optional fields may be absent or null. */
export interface Shape {
  required: Readonly<Record<string, Rule>>;
  optional?: Readonly<Record<string, Rule>>;
}

/** Returns the rule with the JSON Schema that describes it. */
export const described = (schema: object, rule: Rule): Rule =>
  Object.assign((value: unknown, field: string) => rule(value, field), { schema });

const AMOUNT = { type: 'string', pattern: '^\\d{1,30}(\\.\\d{1,20})?$' };
const QUANTITY = { anyOf: [{ ...AMOUNT }, { type: 'integer', minimum: 0 }] };
const BOUND = { anyOf: [{ ...AMOUNT }, { type: 'number', minimum: 0 }] };

export function problem(field: string, code: string, message: string): FieldError {
  return { field, code, message };
}

/** Accepts an amount or rate: a decimal string that is not negative. */
export const amountRule = described({ ...AMOUNT, example: '0.10' }, (value, field) => {
  if (typeof value !== 'string') return [notDecimal(field, 'invalid_type')];
  if (!isDecimalString(value)) return [notDecimal(field, 'invalid_format')];
  return toDecimal(value).lessThan(0)
    ? [problem(field, 'out_of_range', `${field} must not be negative.`)]
    : [];
});

/** Accepts a quantity: a decimal string as for amounts, or an exact JSON integer. */
export const quantityRule = described({ ...QUANTITY, example: 100 }, (value, field) =>
  amountRule(typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value, field),
);

export const positiveQuantityRule = described({ ...QUANTITY, example: 100 }, (value, field) => {
  const found = quantityRule(value, field);
  if (found.length > 0 || toDecimal(value as Quantity).greaterThan(0)) return found;
  return [problem(field, 'out_of_range', `${field} must be greater than 0.`)];
});

export const wholeQuantityRule = described({ ...QUANTITY, example: 10 }, (value, field) => {
  const found = quantityRule(value, field);
  if (found.length > 0 || toDecimal(value as Quantity).isInteger()) return found;
  return [problem(field, 'invalid_value', `${field} must be a whole number.`)];
});

/** Accepts the bound of a range: a quantity, or a fraction as an exact JSON number. */
export const boundRule = described({ ...BOUND, example: 0 }, (value, field) =>
  amountRule(typeof value === 'number' && isExactNumber(value) ? String(value) : value, field),
);

/**
 * Returns an error for each missing, unknown or invalid field of an object.
 *
 * @param path path of the object; '' for the properties themselves
 */
export function shapeProblems(value: Record<string, unknown>, shape: Shape, path: string): FieldError[] {
  const required = Object.entries(shape.required);
  const optional = Object.entries(shape.optional ?? {});
  const known = new Set([...required, ...optional].map(([name]) => name));
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return [
    ...required.flatMap(([name, rule]) =>
      isMissing(value, name) ? [missing(at(name))] : rule(value[name], at(name)),
    ),
    ...optional.flatMap(([name, rule]) =>
      (value[name] ?? null) === null ? [] : rule(value[name], at(name)),
    ),
    ...Object.keys(value)
      .filter((name) => !known.has(name))
      .map((name) => unknownField(at(name))),
  ];
}

function isMissing(value: Record<string, unknown>, name: string): boolean {
  return value[name] === undefined;
}

function missing(field: string): FieldError {
  return problem(field, 'required', `${field} is required.`);
}

function unknownField(field: string): FieldError {
  return problem(field, 'unknown_field', `"${field}" is not a field.`);
}

function notDecimal(field: string, code: string): FieldError {
  const limits = 'at most 30 digits before the point and 20 after it';
  return problem(field, code, `${field} must be a decimal string such as "0.0025", with ${limits}.`);
}
