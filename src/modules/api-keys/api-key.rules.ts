import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'svc_live_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
const RANDOM_BYTES = 32;
/** Base62 digits that 256 bits need. */
const RANDOM_DIGITS = 43;
const SHOWN_CHARACTERS = 17;

/** The form of a raw key; anything else is refused before it is looked up. */
export const RAW_KEY = /^svc_live_[0-9A-Za-z]{43}$/;

/** `svc_live_` and 43 base62 characters from 256 random bits (decisions.md, Organizations and API keys). */
export function newRawKey(): string {
  let rest = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < RANDOM_DIGITS; i++) {
    digits = DIGITS.charAt(Number(rest % BASE)) + digits;
    rest /= BASE;
  }
  return `${PREFIX}${digits}`;
}

/** What is stored of a raw key. A fast hash is right here: the key itself has 256 bits of entropy. */
export function hashRawKey(rawKey: string): string {
  return createHash('sha256').update(rawKey).digest('hex');
}

/** What later reads show of a raw key. */
export function prefixOf(rawKey: string): string {
  return rawKey.slice(0, SHOWN_CHARACTERS);
}

/** Whether a stored key lets a request through at `now`. */
export function isUsable(key: { status: string; expiresAt: Date | null }, now: Date): boolean {
  return key.status === 'active' && (key.expiresAt === null || key.expiresAt > now);
}

/** When the old key of a rotation ends: after the overlap, or at its own earlier expiry. */
export function endOfOverlap(expiresAt: Date | null, overlapSeconds: number, now: Date): Date {
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}
