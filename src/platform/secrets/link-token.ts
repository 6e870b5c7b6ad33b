import { createHash, randomBytes } from 'node:crypto';
import { validate } from 'uuid';
import { untagged } from '../cells/cell-tag';

const ORGANIZATION_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/**
 * Returns a new token: the id of the organization, which says where to look for it, and 32 random bytes, in base64url.
 */
export function newToken(organizationId: string): string {
  const organization = Buffer.from(organizationId.replaceAll('-', ''), 'hex');
  return Buffer.concat([organization, randomBytes(SECRET_BYTES)]).toString('base64url');
}

/** Returns the organization of a token, with the tag of a cell or without; null for what cannot be one. */
export function organizationOf(given: string): string | null {
  const token = untagged(given);
  if (!TOKEN.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, ORGANIZATION_BYTES).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return validate(id) ? id : null;
}

/** Returns what is stored of a token, whatever its tag. */
export const hashOf = (token: string): string => createHash('sha256').update(untagged(token)).digest('hex');
