import { createHash, randomBytes } from 'node:crypto';

/** Prefixes of raw keys: those of test organizations can be told from live ones. */
const PREFIXES = { live: 'svc_live_', test: 'svc_test_' } as const;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
const RANDOM_BYTES = 32;
/** Base62 digits that 256 bits need. */
const RANDOM_DIGITS = 43;
/** Digits of a raw key that later reads show, after its tags. */
const SHOWN_DIGITS = 8;

/** The format of a raw key; anything else is refused without a look-up. */
export const RAW_KEY = /^svc_(?:live|test)_(?:[a-z0-9]{1,10}_)?[0-9A-Za-z]{43}$/;

/** Whether a key belongs to a live or to a test organization. */
export type KeyMode = keyof typeof PREFIXES;

/**
 * Returns `svc_live_` or `svc_test_`, the tag of the cell if it has a name, and 43 base62 characters of 256 random bits
 * (docs/decisions.md#organizations-and-api-keys).
 */
export function newRawKey(mode: KeyMode, cell: string | null): string {
  let rest = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < RANDOM_DIGITS; i++) {
    digits = DIGITS.charAt(Number(rest % BASE)) + digits;
    rest /= BASE;
  }
  return `${PREFIXES[mode]}${cell === null ? '' : `${cell}_`}${digits}`;
}

/** Returns the hash that is stored. A fast hash is enough, since the key has 256 bits of entropy. */
export function hashRawKey(rawKey: string): string {
  return createHash('sha256').update(rawKey).digest('hex');
}

/** Returns the part of a raw key that later reads show: its tags and 8 more characters. */
export function prefixOf(rawKey: string): string {
  return rawKey.slice(0, rawKey.lastIndexOf('_') + 1 + SHOWN_DIGITS);
}

/** Returns the mode of the key with this prefix. All keys of an organization have the same one. */
export function modeOf(keyPrefix: string): KeyMode {
  return keyPrefix.startsWith(PREFIXES.test) ? 'test' : 'live';
}

/** Whether a key authenticates requests at `now`. */
export function isUsable(key: { status: string; expiresAt: Date | null }, now: Date): boolean {
  return key.status === 'active' && (key.expiresAt === null || key.expiresAt > now);
}

/** Returns when the old key of a rotation expires: after the overlap, or at its own earlier expiry. */
export function endOfOverlap(expiresAt: Date | null, overlapSeconds: number, now: Date): Date {
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return earlierExpiry(expiresAt, end) ?? end;
}

/** Returns the earlier of two expiries; null means never. */
export function earlierExpiry(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Whether `expiresAt` is later than `limit`; null means never. */
export function outlives(expiresAt: Date | null, limit: Date | null): boolean {
  return limit !== null && (expiresAt === null || expiresAt > limit);
}
