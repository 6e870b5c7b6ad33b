import { createHash, randomBytes } from 'node:crypto';
import { untagged } from '../../../platform/cells/cell-tag';

/** The format of a token, with the tag of a cell or without; anything else is refused without a look-up. */
export const TOKEN = /^(?:[a-z0-9]{1,10}\.)?[\w-]{43}$/;

/** How long a session lasts without a request. */
export const IDLE_MINUTES = 30;
/** How long a session lasts in any case. */
export const MAX_HOURS = 12;

const TOKEN_BYTES = 32;

/** Returns 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the hash that is stored, which is that of the token without a tag. A fast hash is enough, since the token has 256 bits of entropy. */
export function hashToken(token: string): string {
  return createHash('sha256').update(untagged(token)).digest('hex');
}

/** Returns the earliest of the instants; null stands for never. */
export function earliest(first: Date, ...others: readonly (Date | null)[]): Date {
  return others.reduce<Date>((least, it) => (it !== null && it < least ? it : least), first);
}
