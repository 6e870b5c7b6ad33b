import { isUUID } from 'class-validator';
import { firstCharacters } from '../../../platform/domain/characters';
import { isCurrency } from '../../../platform/domain/currency';
import {
  isObject,
  isStorableText,
  parseDateTime,
  upperCaseLetters,
} from '../../../platform/http/field-rules';
import { MalformedItemError, type ProviderNotification } from './payment-provider';

/** Readers for JSON from providers. They return null for a value that is absent or has another type. */

/** Maximum length, in characters, of a text that is compared, such as an ID. */
export const MAX_TEXT_LENGTH = 255;
const MAX_REASON_LENGTH = 1000;

type Json = Readonly<Record<string, unknown>>;

/** Returns the object at the path, or an empty object. */
export function objectAt(value: unknown, ...path: string[]): Json {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}

/** Returns the list at the path, or an empty list. */
export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/**
 * Returns the text at the path exactly as sent, or null if it is empty. For everything that is compared: IDs, types,
 * statuses. Never changed, because a shortened or cleaned ID could equal another one.
 *
 * @throws MalformedItemError for more than 255 characters, and for NUL characters or broken surrogate pairs,
 *   which PostgreSQL cannot store.
 */
export function exactTextAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path);
  if (typeof found !== 'string' || found === '') return null;
  const name = path.join('.');
  if (found.length > MAX_TEXT_LENGTH) {
    throw new MalformedItemError(`${name} is longer than ${MAX_TEXT_LENGTH} characters`);
  }
  if (!isStorableText(found)) {
    throw new MalformedItemError(`${name} contains NUL characters or broken surrogate pairs`);
  }
  return found;
}

/**
 * Returns the text at the path, truncated to 255 characters and without NUL characters, or null if it is empty. Only
 * for texts that people read, such as the reason of a failure; compare only what `exactTextAt` returns.
 */
export function displayTextAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path);
  return typeof found === 'string' && found !== '' ? storable(found, MAX_TEXT_LENGTH) : null;
}

/**
 * Returns the ID of one of our payments at the path, as a lower-case UUID; null for another text.
 *
 * @throws MalformedItemError as `exactTextAt` does.
 */
export function paymentIdAt(value: unknown, ...path: string[]): string | null {
  const found = exactTextAt(value, ...path);
  return isUUID(found) ? String(found).toLowerCase() : null;
}

/** Returns what `read` returns, or null if it finds a malformed value. For hints and event IDs. */
export function unlessMalformed<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedItemError) return null;
    throw error;
  }
}

/**
 * Returns the amount at the path, in minor units.
 *
 * @throws MalformedItemError unless it is a whole number from 0 to 2^53-1. Refuses strings: `"1050"` could
 *   be in major or minor units.
 */
export function amountAt(value: unknown, ...path: string[]): bigint | null {
  const found = valueAt(value, ...path) ?? null;
  if (found === null) return null;
  if (typeof found !== 'number' || !Number.isSafeInteger(found) || found < 0) {
    throw new MalformedItemError(`${path.join('.')} is not an amount in minor units`);
  }
  return BigInt(found);
}

/**
 * Returns the currency code at the path, in upper case.
 *
 * @throws MalformedItemError unless it is an ISO 4217 code.
 */
export function currencyAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path) ?? null;
  if (found === null) return null;
  const code = typeof found === 'string' ? upperCaseLetters(found) : '';
  if (!isCurrency(code)) throw new MalformedItemError(`${path.join('.')} is not an ISO 4217 currency code`);
  return code;
}

/** Returns the time at the path, given in Unix seconds. */
export function unixTimeAt(value: unknown, ...path: string[]): Date | null {
  const found = valueAt(value, ...path);
  if (typeof found !== 'number' || !Number.isSafeInteger(found) || found < 0 || found > 1e11) return null;
  return new Date(found * 1000);
}

/** Returns the time at the path, given as RFC 3339. */
export function isoTimeAt(value: unknown, ...path: string[]): Date | null {
  return parseDateTime(valueAt(value, ...path));
}

/** Joins the parts that are present, e.g. `card_declined: Your card was declined.` */
export function reasonOf(...parts: (string | null)[]): string | null {
  const given = [...new Set(parts.filter((it) => it !== null && it !== ''))];
  return given.length === 0 ? null : storable(given.join(': '), MAX_REASON_LENGTH);
}

/**
 * Returns the value if it is an object.
 *
 * @throws MalformedItemError
 */
export function requireObject(value: unknown, what: string): Json {
  if (!isObject(value)) throw new MalformedItemError(`${what} is not an object`);
  return value;
}

/**
 * Returns the text at the path exactly as sent.
 *
 * @throws MalformedItemError if it is absent or empty, and as `exactTextAt` does.
 */
export function requireText(value: unknown, ...path: string[]): string {
  const found = exactTextAt(value, ...path);
  if (found === null) throw new MalformedItemError(`${path.join('.')} is missing`);
  return found;
}

/** Returns a notification with the given fields. Without an outcome, it is ignored. */
export function notificationOf(
  about: Pick<ProviderNotification, 'eventType' | 'occurredAt'> & Partial<ProviderNotification>,
): ProviderNotification {
  return {
    outcome: 'ignored',
    paymentId: null,
    otherPaymentIds: [],
    providerPaymentId: null,
    checkoutId: null,
    amountCents: null,
    currency: null,
    refund: null,
    failureReason: null,
    ignoredReason: null,
    mayFailLate: false,
    usesRecordedAmount: false,
    ...about,
  };
}

function valueAt(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

function storable(text: string, length: number): string {
  return firstCharacters(text.replaceAll('\0', ''), length).toWellFormed();
}
