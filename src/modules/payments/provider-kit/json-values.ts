import { isUUID } from 'class-validator';
import { isCurrency } from '../../../platform/domain/currency';
import { parseDateTime } from '../../../platform/http/field-rules';
import { MalformedNotificationError, type PaymentUpdate } from './payment-provider';

/**
 * Readers of JSON that a provider wrote. They follow own members only, and return null for a value that is absent or of
 * another type.
 */

const MAX_TEXT_LENGTH = 255;
const MAX_REASON_LENGTH = 1000;
const MAX_UNIX_SECONDS = 1e11;

type Json = Readonly<Record<string, unknown>>;

/** Returns the object at the path; an empty one where there is none. */
export function objectAt(value: unknown, ...path: string[]): Json {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}

/** Returns the list at the path; an empty one where there is none. */
export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Returns the text at the path, without NUL characters, which PostgreSQL refuses, and cut to 255 characters. */
export function textAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? storable(found, MAX_TEXT_LENGTH) : null;
}

/** Returns the UUID at the path, in lower case: an id of ours. */
export function paymentIdAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path);
  return isUUID(found) ? String(found).toLowerCase() : null;
}

/**
 * Returns the amount at the path, in minor units.
 *
 * @throws MalformedNotificationError unless it is a whole number from 0 to 2^53-1: `"1050"` may mean either unit.
 */
export function amountAt(value: unknown, ...path: string[]): bigint | null {
  const found = valueAt(value, ...path) ?? null;
  if (found === null) return null;
  if (typeof found !== 'number' || !Number.isSafeInteger(found) || found < 0) {
    throw new MalformedNotificationError(`${path.join('.')} is not an amount in minor units`);
  }
  return BigInt(found);
}

/** Returns the currency code at the path, in upper case. @throws MalformedNotificationError unless ISO 4217 has it. */
export function currencyAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path) ?? null;
  if (found === null) return null;
  const code = typeof found === 'string' ? found.toUpperCase() : '';
  if (!isCurrency(code)) throw new MalformedNotificationError(`${path.join('.')} is not a currency`);
  return code;
}

/** Reads a time in Unix seconds. */
export function unixTimeAt(value: unknown, ...path: string[]): Date | null {
  const found = valueAt(value, ...path);
  if (typeof found !== 'number' || !Number.isSafeInteger(found)) return null;
  return found < 0 || found > MAX_UNIX_SECONDS ? null : new Date(found * 1000);
}

/** Reads a time in the format of RFC 3339. */
export function isoTimeAt(value: unknown, ...path: string[]): Date | null {
  return parseDateTime(valueAt(value, ...path));
}

/** Joins the parts that are present: `card_declined: Your card was declined.` */
export function reasonOf(...parts: (string | null)[]): string | null {
  const present = [...new Set(parts.filter((it) => it !== null && it !== ''))];
  return present.length === 0 ? null : storable(present.join(': '), MAX_REASON_LENGTH);
}

/** Returns the value if it is an object. @throws MalformedNotificationError */
export function requireObject(value: unknown, name: string): Json {
  if (!isObject(value)) throw new MalformedNotificationError(`${name} is not an object`);
  return value;
}

/** Returns the text at the path. @throws MalformedNotificationError when it is absent or empty. */
export function requireText(value: unknown, ...path: string[]): string {
  const found = textAt(value, ...path);
  if (found === null || found === '') throw new MalformedNotificationError(`${path.join('.')} is missing`);
  return found;
}

/** Completes a payment update: a field that the adapter does not set is null, the outcome `ignored`. */
export function paymentUpdate(
  fields: Pick<PaymentUpdate, 'eventType' | 'occurredAt'> & Partial<PaymentUpdate>,
): PaymentUpdate {
  return {
    outcome: 'ignored',
    paymentId: null,
    providerPaymentId: null,
    checkoutId: null,
    amountCents: null,
    currency: null,
    refund: null,
    dispute: null,
    failureReason: null,
    ignoredReason: null,
    mayFailLate: false,
    ...fields,
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

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function storable(text: string, length: number): string {
  return text.replaceAll('\0', '').slice(0, length).toWellFormed();
}
