import { createHash } from 'node:crypto';
import { ExactNumber, writeJson } from '../../../platform/http/exact-json';
import { isObject } from '../../../platform/http/field-rules';
import { Exact, toText } from './decimals';

/** The property that says whether an event of a unique_count metric adds or removes its value. */
export const OPERATION_FIELD = 'operation_type';

export const OPERATIONS = ['add', 'remove'] as const;

/** Adds a value to the set of a unique_count metric, or removes it. */
export interface DistinctOperation {
  key: string;
  active: boolean;
}

/** Longer values are hashed, because PostgreSQL cannot index entries of several kilobytes. */
const MAX_KEY_LENGTH = 200;

/** Maximum number of digits of a value before the decimal point, and after it. */
export const MAX_VALUE_DIGITS = 15;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const IN_RANGE = new RegExp(
  `^-?0*(?:[1-9]\\d{0,${MAX_VALUE_DIGITS - 1}})?(?:\\.\\d{1,${MAX_VALUE_DIGITS}}0*)?$`,
);

/**
 * Returns the number in a property as a decimal string: a decimal string as sent, or a JSON number without exponent.
 * Null for anything else.
 */
export function numericValue(value: unknown): string | null {
  if (typeof value === 'string') return DECIMAL.test(value) ? value : null;
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'number' ? toText(new Exact(value)) : null;
}

/**
 * Returns whether a result of `numericValue` has few enough digits, not counting leading and trailing zeros
 * (docs/billing-rules.md#aggregations).
 */
export function isInRange(value: string): boolean {
  return IN_RANGE.test(value);
}

/**
 * Returns the operation on the set of values. Null without a value: such an event changes only the number of events.
 * Ingestion refuses events without a value, but older ones are stored.
 */
export function distinctOperation(
  properties: Readonly<Record<string, unknown>>,
  fieldName: string,
): DistinctOperation | null {
  const value = Object.hasOwn(properties, fieldName) ? properties[fieldName] : null;
  if (value === null || value === undefined) return null;
  return { key: valueKey(textOf(value)), active: properties[OPERATION_FIELD] !== 'remove' };
}

/** The prefix distinguishes a value that looks like a hash from one that was hashed. */
function valueKey(text: string): string {
  if (text.length <= MAX_KEY_LENGTH) return `=${text}`;
  return `#${createHash('sha256').update(text).digest('hex')}`;
}

/** 1 and "1" are the same value, and so are two objects that differ only in the order of their keys. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return toText(new Exact(value));
  return typeof value === 'string' ? value : writeJson(value, sortKeys);
}

function sortKeys(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
