import { isISO31661Alpha2 } from 'class-validator';
import { isLongerThan } from '../domain/characters';
import { compareDecimals, decimalsOf, isDecimalString, plainDecimal } from '../domain/decimal-string';
import { ExactNumber } from './exact-json';
import type { PartProblem } from './field-definition';

/** Pure functions that the field decorators validate with. */

const MAX_KEY_LENGTH = 40;
export const MAX_VALUE_LENGTH = 500;
/** Error message for text that `isStorableText` refuses. */
export const UNSTORABLE = 'must not contain NUL characters or broken surrogate pairs';

/** Returns whether PostgreSQL can store the text: any Unicode without NUL. An unpaired surrogate is not Unicode. */
export function isStorableText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/**
 * Returns the text in upper case if it consists of ASCII letters, else unchanged: some other letters become ASCII
 * letters in upper case, such as the dotless i.
 */
export function upperCaseLetters(value: string): string {
  return /^[A-Za-z]*$/.test(value) ? value.toUpperCase() : value;
}

/**
 * Returns whether the value is an ISO 3166-1 alpha-2 code in upper case. `isISO31661Alpha2` alone would convert other
 * letters to ASCII letters.
 */
export function isCountry(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) && isISO31661Alpha2(value);
}

/** Returns whether the value is an IANA time zone that this runtime knows; false for offsets such as `+02:00`. */
export function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether PostgreSQL can store every key and text of the JSON. Recursion is safe, because json-inspection.ts
 * has refused deep nesting.
 */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorableJson);
  if (!isObject(value)) return true;
  return Object.keys(value).every((key) => isStorableText(key) && isStorableJson(value[key]));
}

/** Returns whether the value is a JSON object: neither null nor a list nor an ExactNumber. */
export function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof ExactNumber);
}

/**
 * Returns whether the value is an existing date in the form YYYY-MM-DD. Refuses the year 0, which PostgreSQL does not
 * have.
 */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  return parseDateTime(`${value}T00:00:00Z`) !== null;
}

/** Returns whether the value is a decimal string within the bounds, with at most `decimals` decimal places. */
export function isDecimalWithin(
  value: unknown,
  { min, max, decimals }: { min: string | undefined; max: string | undefined; decimals: number },
): boolean {
  if (!isDecimalString(value) || decimalsOf(value) > decimals) return false;
  if (min !== undefined && compareDecimals(value, min) < 0) return false;
  return max === undefined || compareDecimals(value, max) <= 0;
}

/**
 * Returns the errors in metadata. An error in a key is reported for the whole object, because an invalid key cannot be
 * part of an error path.
 */
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
  if (isLongerThan(key, MAX_KEY_LENGTH)) {
    return ['too_long', `must not have keys of more than ${MAX_KEY_LENGTH} characters`];
  }
  return isStorableText(key) ? null : ['invalid_value', UNSTORABLE];
}

function textProblem(value: unknown): Problem | null {
  if (typeof value !== 'string') return ['invalid_type', 'must be a string'];
  if (isLongerThan(value, MAX_VALUE_LENGTH)) {
    return ['too_long', `must be at most ${MAX_VALUE_LENGTH} characters long`];
  }
  return isStorableText(value) ? null : ['invalid_value', UNSTORABLE];
}

export const UNIX_SECONDS = /^(\d{1,12})(?:\.(\d+))?$/;
/** The end of the year 9999 in Unix seconds. A larger number is probably in milliseconds. */
const LAST_SECOND = 253_402_300_799;

/** Error messages for values that `isDate`, `parseDateTime` and `parseInstant` refuse. */
export const DATE_RULE = 'must be a date in the years 0001 to 9999, e.g. "2026-01-31"';
export const DATE_TIME_RULE =
  'must be an RFC 3339 date-time in the years 0001 to 9999 of UTC, e.g. "2026-01-31T12:00:00Z"';
export const INSTANT_RULE = `${DATE_TIME_RULE}, or Unix seconds from 0 to ${LAST_SECOND}, e.g. 1769860800.5`;

/**
 * Parses an RFC 3339 string, or Unix seconds given as a number or a string. Digits beyond the millisecond are cut off.
 * Returns null for anything else.
 */
export function parseInstant(value: unknown): Date | null {
  const text =
    value instanceof ExactNumber ? value.text : typeof value === 'number' ? plainText(value) : value;
  const match = typeof text === 'string' ? UNIX_SECONDS.exec(text) : null;
  if (match === null) return parseDateTime(value);
  const [, seconds, fraction = ''] = match;
  if (Number(seconds) > LAST_SECOND) return null;
  // By digits, because a product of doubles may round up into the next millisecond.
  return new Date(Number(seconds) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')));
}

/** Returns the number without an exponent, which JavaScript uses below 0.000001. */
function plainText(value: number): string {
  const text = String(value);
  return text.includes('e') ? plainDecimal(text) : text;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
/** What RFC 3339 allows but `Date` may refuse, and fractions of which V8 misreads those with more than nine digits. */
const UNUSUAL = /[tz ]|\.\d{4}/;
const SHORTEST_MONTH = 28;

/**
 * Parses an RFC 3339 string. Digits beyond the millisecond are cut off. Returns null for anything else, including
 * 30 February, and for times whose year in UTC is not 1 to 9999.
 */
export function parseDateTime(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  if (!RFC_3339.test(value)) return null;
  const at = new Date(UNUSUAL.test(value) ? usualForm(value) : value);
  if (Number.isNaN(at.getTime()) || !isDayOfItsMonth(value) || value.slice(11, 13) === '24') return null;
  return isStorableTime(at) ? at : null;
}

function usualForm(value: string): string {
  return value
    .toUpperCase()
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1');
}

/**
 * Returns whether the year in UTC, which may differ from the written year, is 1 to 9999. PostgreSQL has no year 0, and
 * RFC 3339 has no year with five digits.
 */
const isStorableTime = (at: Date): boolean => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999;

/** Returns whether the day exists; `Date` reads 30 February as 1 or 2 March. */
function isDayOfItsMonth(date: string): boolean {
  const day = Number(date.slice(8, 10));
  if (day <= SHORTEST_MONTH) return true;
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
