import { createHash } from 'node:crypto';
import { isDecimalString } from '../../../platform/domain/decimal-string';
import { isObject } from '../../../platform/http/field-rules';
import { Exact, toText } from './decimals';

/** The property by which an event of a unique_count metric adds or removes its value, as at Lago. */
export const OPERATION_FIELD = 'operation_type';

export const OPERATIONS = ['add', 'remove'] as const;

/** What an event of a unique_count metric does with its value. */
export interface DistinctOperation {
  key: string;
  active: boolean;
}

/** Longer values are told apart by their hash: PostgreSQL does not index entries of some kilobytes. */
const MAX_KEY_LENGTH = 200;

/**
 * The number in a property, as a plain decimal string, or null when it is none: a decimal string, or a JSON number
 * that JavaScript holds exactly as it was sent.
 */
export function numericValue(value: unknown): string | null {
  if (typeof value === 'string') return isDecimalString(value) ? value : null;
  if (typeof value !== 'number') return null;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return null;
  const text = toText(new Exact(value));
  return isDecimalString(text) ? text : null;
}

/** What the properties do to the set of values; null without a value, which then counts as an event only. */
export function distinctOperation(
  properties: Readonly<Record<string, unknown>>,
  fieldName: string,
): DistinctOperation | null {
  const value = Object.hasOwn(properties, fieldName) ? properties[fieldName] : null;
  if (value === null || value === undefined) return null;
  return { key: valueKey(textOf(value)), active: properties[OPERATION_FIELD] !== 'remove' };
}

/** The prefix keeps a value that looks like a hash apart from one that was hashed. */
function valueKey(text: string): string {
  if (text.length <= MAX_KEY_LENGTH) return `=${text}`;
  return `#${createHash('sha256').update(text).digest('hex')}`;
}

/** 1 and "1" are one value; so are two objects that differ in the order of their keys only. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, sortKeys);
}

function sortKeys(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
