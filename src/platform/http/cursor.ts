import { createHash } from 'node:crypto';
import { isDate, isStorableText, parseDateTime } from './field-rules';

/** Pure functions that write and read the cursors of lists (docs/api.md#cursors). */

/** A boundary in a list, beside the record with this ID and sort value. */
export interface Position {
  id: string;
  /** The sort value as text; null if the list is sorted by ID alone. */
  value: string | null;
  /** Whether the page begins with this record. By default, it begins with the one beside it. */
  inclusive: boolean;
}

/** A position and the digest of the list that it belongs to. */
export interface Cursor {
  list: string;
  position: Position;
}

const DIGEST_LENGTH = 16;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a digest of all that identifies a list: the organization, the table, the filters and the order. */
export function listDigest(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url').slice(0, DIGEST_LENGTH);
}

export function cursorText({ list, position: { id, value, inclusive } }: Cursor): string {
  return Buffer.from(JSON.stringify([list, id, value, inclusive])).toString('base64url');
}

/** Parses a cursor. Returns null for any text that `cursorText` does not return. */
export function parseCursor(text: string): Cursor | null {
  const parts = partsOf(text);
  if (!Array.isArray(parts)) return null;
  const [list, id, value, inclusive] = parts as unknown[];
  if (typeof list !== 'string' || typeof id !== 'string' || !UUID.test(id)) return null;
  if ((typeof value !== 'string' && value !== null) || typeof inclusive !== 'boolean') return null;
  const cursor = { list, position: { id, value, inclusive } };
  // Buffer ignores characters that are not base64url; only the exact text is a cursor.
  return cursorText(cursor) === text ? cursor : null;
}

function partsOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}

const isInteger =
  (bits: number) =>
  (value: string): boolean =>
    /^-?\d{1,19}$/.test(value) && BigInt.asIntN(bits, BigInt(value)) === BigInt(value);

/** By column type of the sort value. PostgreSQL would fail on a value that callers made up. */
const VALUE_RULES: Readonly<Record<string, (value: string) => boolean>> = {
  timestamptz: (it) => parseDateTime(it)?.toISOString() === it,
  date: isDate,
  bigint: isInteger(64),
  integer: isInteger(32),
  text: isStorableText,
};

/**
 * Returns whether the position can occur in a list that is sorted by a column of this type.
 *
 * @param type null for a list that is sorted by ID alone
 * @throws Error if cursors do not support the type
 */
export function fitsType({ value }: Position, type: string | null): boolean {
  if (type === null || value === null) return value === type;
  const rule = VALUE_RULES[type];
  if (rule === undefined) throw new Error(`Lists cannot be sorted by a column of the type ${type}`);
  return rule(value);
}
