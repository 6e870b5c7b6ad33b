import { createHash } from 'node:crypto';
import { isUUID } from 'class-validator';

/** The place of a row in a list. */
export interface Position {
  id: string;
  /** Value of the field that the list is ordered by; null if it is ordered by id. */
  value: string | null;
}

/** What a cursor says: the place of a row in a certain list. */
export interface Cursor {
  /** Digest of the list that the cursor belongs to: its name, owner, filters and order. */
  list: string;
  /** Number of matches when the first page was read. */
  total: number;
  position: Position;
}

const DIGEST_BYTES = 12;

/** Returns the digest of what makes up a list. */
export function digestOfList(...parts: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  return digest.subarray(0, DIGEST_BYTES).toString('base64url');
}

/** Returns the cursor as clients see it. */
export function encodeCursor({ list, total, position }: Cursor): string {
  const parts = [list, total, position.id, position.value];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Returns what a cursor of a client says; null if this is no cursor. */
export function decodeCursor(text: unknown): Cursor | null {
  if (typeof text !== 'string' || !/^[\w-]+$/.test(text)) return null;
  const [list, total, id, value, ...rest] = partsOf(text);
  if (typeof list !== 'string' || !isCount(total) || !isUUID(id) || rest.length > 0) return null;
  if (value !== null && typeof value !== 'string') return null;
  return { list, total, position: { id: id as string, value } };
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
