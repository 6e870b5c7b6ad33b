import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InboundHeaders } from './payment-provider';

/** Largest signature header that is looked at, in characters. */
const MAX_HEADER_LENGTH = 4096;

/** How far a signed timestamp may lie from our time, in both directions. */
const TOLERANCE_SECONDS = 300;

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
const UNIX_SECONDS = /^[1-9]\d{0,11}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Lower case only: no provider writes upper case, and each signature then has exactly one form. */
export const HEX_SHA256 = /^[0-9a-f]{64}$/;

/** A header that is there exactly once, printable and of sane length; else null. */
export function soleHeader(headers: InboundHeaders, name: string): string | null {
  const values = headers[name.toLowerCase()] ?? [];
  const [value] = values;
  if (values.length !== 1 || value === undefined || value.length > MAX_HEADER_LENGTH) return null;
  return PRINTABLE_ASCII.test(value) ? value : null;
}

/** The secrets that can verify anything: a blank one is as good as none. */
export function usable(secrets: readonly string[]): string[] {
  return secrets.filter((it) => it.trim() !== '');
}

/** Whether a signed Unix timestamp is within the tolerance of `now`. */
export function isFresh(timestamp: string, now: Date): boolean {
  if (!UNIX_SECONDS.test(timestamp)) return false;
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  return Math.abs(age) <= TOLERANCE_SECONDS;
}

/**
 * Whether one of the given signatures is the HMAC-SHA256 of the parts under one of the keys. All pairs are
 * compared, and digests are computed also when no signature is given, so that the time tells nothing of which
 * one was right, or nearly.
 *
 * @param given well-formed texts in the same encoding.
 */
export function isSignedWith(
  keys: readonly Buffer[],
  parts: readonly (string | Buffer)[],
  given: readonly string[],
  encoding: 'hex' | 'base64',
): boolean {
  let found = false;
  for (const key of keys) {
    const hmac = createHmac('sha256', key);
    for (const part of parts) hmac.update(part);
    const expected = Buffer.from(hmac.digest(encoding));
    for (const signature of given) {
      const bytes = Buffer.from(signature);
      if (bytes.length === expected.length && timingSafeEqual(bytes, expected)) found = true;
    }
  }
  return found;
}

/** The secret string itself, as UTF-8. */
export function utf8Keys(secrets: readonly string[]): Buffer[] {
  return usable(secrets).map((it) => Buffer.from(it, 'utf8'));
}

/** Standard Webhooks: what follows `whsec_` (or the whole), decoded; null when it is no base64. */
export function decodedKey(secret: string): Buffer | null {
  const text = secret.replace(/^whsec_/, '');
  if (!BASE64.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  // Node skips what it cannot decode: a key that does not encode back was not base64.
  const unpadded = (it: string): string => it.replace(/=+$/, '');
  return unpadded(key.toString('base64')) === unpadded(text) ? key : null;
}
