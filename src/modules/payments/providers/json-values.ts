import { isUUID } from 'class-validator';
import { isCurrency } from '../../../platform/domain/currency';
import { parseDateTime } from '../../../platform/http/field-rules';
import { MalformedItemError, type ProviderNotification } from './payment-provider';

/** Reading JSON that a provider wrote: whatever is absent or of another type is null, never an error by itself. */

const MAX_TEXT_LENGTH = 255;
const MAX_REASON_LENGTH = 1000;

type Json = Readonly<Record<string, unknown>>;

/** The object's own member, if it is an object; `[]` and null have none. */
export function objectAt(value: unknown, ...path: string[]): Json {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}

/** The list at the path; empty if there is none. */
export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Text that PostgreSQL can store, cut to a sane length; null if there is none. */
export function textAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? storable(found, MAX_TEXT_LENGTH) : null;
}

/** An id of ours at the path; null for anything that is not in the form of one. */
export function paymentIdAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path);
  return isUUID(found) ? String(found).toLowerCase() : null;
}

/**
 * An amount in minor units; null if there is none.
 *
 * @throws MalformedItemError for anything but a whole number from 0 to 2^53-1: `"1050"` may mean either unit.
 */
export function amountAt(value: unknown, ...path: string[]): bigint | null {
  const found = valueAt(value, ...path) ?? null;
  if (found === null) return null;
  if (typeof found !== 'number' || !Number.isSafeInteger(found) || found < 0) {
    throw new MalformedItemError(`${path.join('.')} is not an amount in minor units`);
  }
  return BigInt(found);
}

/** An upper-case currency code; null if there is none. @throws MalformedItemError for what is no currency. */
export function currencyAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path) ?? null;
  if (found === null) return null;
  const code = typeof found === 'string' ? found.toUpperCase() : '';
  if (!isCurrency(code)) throw new MalformedItemError(`${path.join('.')} is not a currency`);
  return code;
}

/** Unix seconds. */
export function unixTimeAt(value: unknown, ...path: string[]): Date | null {
  const found = valueAt(value, ...path);
  if (typeof found !== 'number' || !Number.isSafeInteger(found) || found < 0 || found > 1e11) return null;
  return new Date(found * 1000);
}

/** RFC 3339. */
export function isoTimeAt(value: unknown, ...path: string[]): Date | null {
  return parseDateTime(valueAt(value, ...path));
}

/** The parts that are there, as one sentence fragment: `card_declined: Your card was declined.` */
export function reasonOf(...parts: (string | null)[]): string | null {
  const given = [...new Set(parts.filter((it) => it !== null && it !== ''))];
  return given.length === 0 ? null : storable(given.join(': '), MAX_REASON_LENGTH);
}

/** The named members of an item are objects, as the provider writes them. @throws MalformedItemError */
export function requireObject(value: unknown, what: string): Json {
  if (!isObject(value)) throw new MalformedItemError(`${what} is not an object`);
  return value;
}

/** A text that must be there. @throws MalformedItemError */
export function requireText(value: unknown, ...path: string[]): string {
  const found = textAt(value, ...path);
  if (found === null || found === '') throw new MalformedItemError(`${path.join('.')} is missing`);
  return found;
}

/** A notification that says nothing of a payment yet; adapters fill in what theirs says. */
export function notificationOf(
  about: Pick<ProviderNotification, 'eventType' | 'occurredAt'> & Partial<ProviderNotification>,
): ProviderNotification {
  return {
    outcome: 'ignored',
    paymentId: null,
    providerPaymentId: null,
    checkoutId: null,
    amountCents: null,
    currency: null,
    refund: null,
    failureReason: null,
    ignoredReason: null,
    mayFailLate: false,
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

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function storable(text: string, length: number): string {
  return text.replaceAll('\0', '').slice(0, length).toWellFormed();
}
