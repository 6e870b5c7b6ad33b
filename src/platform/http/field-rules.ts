import { compareDecimals, decimalsOf, isDecimalString } from '../domain/decimal-string';
import type { PartProblem } from './field-definition';

/** Pure rules behind the field decorators. */

const MAX_KEY_LENGTH = 40;
export const MAX_VALUE_LENGTH = 500;
/** Said of what `isStorableText` refuses. */
export const UNSTORABLE = 'must not contain NUL characters or broken surrogate pairs';

/** PostgreSQL text takes any Unicode but NUL; half a surrogate pair is no Unicode. */
export function isStorableText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** An IANA name that this runtime knows; offsets like `+02:00` are not zones. */
export function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** JSON whose every key and text PostgreSQL can store. Recursion is safe: json-inspection.ts has refused depth. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorableJson);
  if (!isObject(value)) return true;
  return Object.keys(value).every((key) => isStorableText(key) && isStorableJson(value[key]));
}

/** A JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A date that exists, written YYYY-MM-DD. PostgreSQL knows no year 0. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  return parseDateTime(`${value}T00:00:00Z`) !== null;
}

/** A decimal string between the bounds, where there are any, with at most so many digits after the point. */
export function isDecimalWithin(
  value: unknown,
  { min, max, decimals }: { min: string | undefined; max: string | undefined; decimals: number },
): boolean {
  if (!isDecimalString(value) || decimalsOf(value) > decimals) return false;
  if (min !== undefined && compareDecimals(value, min) < 0) return false;
  return max === undefined || compareDecimals(value, max) <= 0;
}

/** What is wrong with the entries of metadata, which are texts. A wrong key is told of its object: it may be anything. */
export function metadataProblems(value: unknown): PartProblem[] {
  if (!isObject(value)) return [];
  const wrongKey = Object.keys(value)
    .map(keyProblem)
    .find((it) => it !== null);
  if (wrongKey !== undefined) return [partProblem('', wrongKey)];
  return Object.entries(value).flatMap(([key, text]) => {
    const problem = textProblem(text);
    return problem === null ? [] : [partProblem(key, problem)];
  });
}

type Problem = [code: string, message: string];

const partProblem = (part: string, [code, message]: Problem): PartProblem => ({ part, code, message });

function keyProblem(key: string): Problem | null {
  if (key === '') return ['too_short', 'must not have an empty key'];
  if (key.length > MAX_KEY_LENGTH) {
    return ['too_long', `must not have keys of more than ${MAX_KEY_LENGTH} characters`];
  }
  return isStorableText(key) ? null : ['invalid_value', UNSTORABLE];
}

function textProblem(value: unknown): Problem | null {
  if (typeof value !== 'string') return ['invalid_type', 'must be a string'];
  if (value.length > MAX_VALUE_LENGTH) {
    return ['too_long', `must be at most ${MAX_VALUE_LENGTH} characters long`];
  }
  return isStorableText(value) ? null : ['invalid_value', UNSTORABLE];
}

const UNIX_SECONDS = /^\d{1,12}(?:\.\d+)?$/;
/** The end of the year 9999: what lies beyond were milliseconds. */
const LAST_SECOND = 253_402_300_799;

/** The instant of an RFC 3339 string or of Unix seconds, as a number or its digits; null for anything else. */
export function parseInstant(value: unknown): Date | null {
  if (typeof value !== 'number' && !(typeof value === 'string' && UNIX_SECONDS.test(value))) {
    return parseDateTime(value);
  }
  const seconds = Number(value);
  if (!(seconds >= 0 && seconds <= LAST_SECOND)) return null;
  return new Date(Math.round(seconds * 1000));
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
/** What RFC 3339 allows and `Date` may not take. */
const UNUSUAL = /[tz ]/;
const SHORTEST_MONTH = 28;

/** The instant of an RFC 3339 string; null for anything else, a 30 February included. */
export function parseDateTime(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  if (!RFC_3339.test(value)) return null;
  const at = new Date(UNUSUAL.test(value) ? value.toUpperCase().replace(' ', 'T') : value);
  if (Number.isNaN(at.getTime()) || !isDayOfItsMonth(value) || value.slice(11, 13) === '24') return null;
  return isWritable(at) ? at : null;
}

/** In UTC it may be of another year, and RFC 3339 has no year beyond four digits. */
const isWritable = (at: Date): boolean => at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= 9999;

/** `Date` takes a 30 February for the 1st or 2nd of March. */
function isDayOfItsMonth(date: string): boolean {
  const day = Number(date.slice(8, 10));
  if (day <= SHORTEST_MONTH) return true;
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
