import { createHash } from 'node:crypto';
import { isDecimalString } from '../../../platform/domain/decimal-string';
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

/**
 * Returns the number in a property as a plain decimal string. Accepts decimal strings and JSON numbers that JavaScript
 * represents exactly; null for anything else.
 */
export function numericValue(value: unknown): string | null {
  if (typeof value === 'string') return isDecimalString(value) ? value : null;
  if (typeof value !== 'number') return null;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return null;
  const text = toText(new Exact(value));
  return isDecimalString(text) ? text : null;
}

/**
 * Returns the operation on the set of values. Null without a value: such an event changes only the number of events.
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
  return typeof value === 'string' ? value : JSON.stringify(value, sortKeys);
}

function sortKeys(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
