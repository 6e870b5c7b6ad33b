import { createHash, randomBytes } from 'node:crypto';
import { InvalidStateError, ValidationFailedError } from '../../platform/errors/app-error';

const PREFIX = 'svc_live_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
const RANDOM_BYTES = 32;
/** Number of base62 digits for 256 bits. */
const RANDOM_DIGITS = 43;
const SHOWN_CHARACTERS = 17;

/** The format of a raw key; anything else is refused without a lookup. */
export const RAW_KEY = /^svc_live_[0-9A-Za-z]{43}$/;

/** Returns `svc_live_` and 43 base62 characters of 256 random bits (docs/security.md). */
export function newRawKey(): string {
  let rest = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < RANDOM_DIGITS; i++) {
    digits = DIGITS.charAt(Number(rest % BASE)) + digits;
    rest /= BASE;
  }
  return `${PREFIX}${digits}`;
}

/** Returns the hash to store. A fast hash is enough, because the key has 256 bits of entropy. */
export function hashRawKey(rawKey: string): string {
  return createHash('sha256').update(rawKey).digest('hex');
}

/** Returns the start of a raw key, which is stored and shown so that people can tell keys apart. */
export function prefixOf(rawKey: string): string {
  return rawKey.slice(0, SHOWN_CHARACTERS);
}

/** Whether a key authenticates requests at `now`. */
export function isUsable(key: { status: string; expiresAt: Date | null }, now: Date): boolean {
  return key.status === 'active' && (key.expiresAt === null || key.expiresAt > now);
}

/** Returns when the old key of a rotation expires: after the overlap, or at its own expiry if that is earlier. */
export function endOfOverlap(expiresAt: Date | null, overlapSeconds: number, now: Date): Date {
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return outlives(end, expiresAt) ? expiresAt : end;
}

/** Whether an expiry is after the other one. Null never expires. */
export function outlives(expiresAt: Date | null, other: Date | null): other is Date {
  return other !== null && (expiresAt === null || expiresAt > other);
}

/**
 * Returns when the new key of a rotation expires (docs/security.md#api-keys).
 *
 * @param requested the expiry that the request names; undefined to keep that of the old key
 * @param own expiry of the old key
 * @param limit expiry of the key that makes the request
 * @throws ValidationFailedError if the requested expiry is not in the future, or after the limit
 */
export function expiryOfNewKey(
  requested: Date | null | undefined,
  own: Date | null,
  limit: Date | null,
  now: Date,
): Date | null {
  if (requested === undefined) return outlives(own, limit) ? limit : own;
  assertFuture(requested, now);
  if (!outlives(requested, limit)) return requested;
  throw ValidationFailedError.of(
    'expires_at',
    'out_of_range',
    `expires_at must be at most ${limit.toISOString()}, when the API key of this request expires.`,
  );
}

/** @throws ValidationFailedError if a key would already have expired */
export function assertFuture(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  throw ValidationFailedError.of('expires_at', 'out_of_range', 'expires_at must be in the future.');
}

/** @throws InvalidStateError if a key that is replaced, revoked or expired is to be rotated */
export function assertRotatable(
  key: { status: string; expiresAt: Date | null; replacedById: string | null },
  now: Date,
): void {
  if (key.replacedById !== null) {
    throw new InvalidStateError(
      `The API key was replaced by API key ${key.replacedById} and cannot be rotated again. Rotate that key instead.`,
    );
  }
  if (!isUsable(key, now)) {
    throw new InvalidStateError(
      'A revoked or expired API key cannot be rotated. Create a new API key instead.',
    );
  }
}
