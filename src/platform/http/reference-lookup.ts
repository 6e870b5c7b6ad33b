import { isLongerThan } from '../domain/characters';
import { ValidationFailedError, type FieldError } from '../errors/app-error';
import { createOrLookUp, unknownRecord } from '../errors/unknown-record';
import { isStorableText } from './field-rules';
import type { Reference } from './references';

/** Pure functions that references.interceptor.ts uses. */

export type Values = Readonly<Record<string, unknown>>;

/** A reference and the key that the request gives for it. */
export interface KeyReference {
  reference: Reference;
  key: string;
}

const MAX_KEY_LENGTH = 255;

/**
 * Returns the references for which the values contain a key. Omits a key that is sent together with an ID, and a key
 * that no record can have: validation refuses both.
 */
export function keysIn(values: Values, references: readonly Reference[]): KeyReference[] {
  return references.flatMap((reference) => {
    const key = values[reference.key];
    return values[reference.id] === undefined && isKey(key) ? [{ reference, key }] : [];
  });
}

const isKey = (value: unknown): value is string =>
  typeof value === 'string' &&
  !isLongerThan(value, MAX_KEY_LENGTH) &&
  value.trim() !== '' &&
  isStorableText(value);

/**
 * Returns one statement that looks up all keys. Its row has the IDs in the columns `id_0`, `id_1` and so on; null for
 * an unknown key.
 */
export function lookupOf(
  organizationId: string,
  keys: readonly KeyReference[],
): { text: string; values: string[] } {
  const columns = keys.map(({ reference: { table, column } }, index) => {
    const where = `organization_id = $1 AND ${column} = $${index + 2} AND deleted_at IS NULL`;
    return `(SELECT id FROM ${table} WHERE ${where}) AS id_${index}`;
  });
  return { text: `SELECT ${columns.join(', ')}`, values: [organizationId, ...keys.map((it) => it.key)] };
}

/**
 * Returns the values with each external key replaced by the ID of its record.
 * @param ids IDs of the records, in the order of `keys`
 */
export function withIds(values: Values, keys: readonly KeyReference[], ids: readonly string[]): Values {
  const replaced = new Set(keys.map(({ reference }) => reference.key));
  const others = Object.entries(values).filter(([name]) => !replaced.has(name));
  const found = keys.map(({ reference }, index) => [reference.id, ids[index]]);
  return Object.fromEntries([...others, ...found]) as Values;
}

/** Returns the error for a key that no record of the organization has. */
export function unknownKey({ resource, list, key, column }: Reference): FieldError {
  return unknownRecord(key, resource, createOrLookUp(resource, list, column));
}

/**
 * Returns the error with the name of each ID field replaced by the name of the key field that the request contains
 * instead.
 */
export function namingKeys(
  error: ValidationFailedError,
  keys: readonly KeyReference[],
): ValidationFailedError {
  return error.map((it) => {
    const reference = keys.find(({ reference: { id } }) => id === it.field)?.reference;
    if (reference === undefined) return it;
    const message = it.message.replaceAll(new RegExp(`\\b${reference.id}\\b`, 'g'), reference.key);
    return { ...it, field: reference.key, message };
  });
}
