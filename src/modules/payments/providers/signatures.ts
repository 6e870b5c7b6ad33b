import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InboundHeaders } from './payment-provider';

/** Maximum length of a signature header, in characters. */
const MAX_HEADER_LENGTH = 4096;

/** Maximum difference between a signed timestamp and the current time, in either direction. */
const TOLERANCE_SECONDS = 300;

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
const UNIX_SECONDS = /^[1-9]\d{0,11}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Lower case only: no provider sends upper case, and each signature then has exactly one form. */
export const HEX_SHA256 = /^[0-9a-f]{64}$/;

/**
 * Returns the value of a header that occurs exactly once, in printable ASCII of at most 4,096 characters;
 * otherwise null.
 */
export function soleHeader(headers: InboundHeaders, name: string): string | null {
  const values = headers[name.toLowerCase()] ?? [];
  const [value] = values;
  if (values.length !== 1 || value === undefined || value.length > MAX_HEADER_LENGTH) return null;
  return PRINTABLE_ASCII.test(value) ? value : null;
}

/** Returns the secrets that are not blank. A signature made with a blank secret must not be accepted. */
export function usable(secrets: readonly string[]): string[] {
  return secrets.filter((it) => it.trim() !== '');
}

/** Returns whether a signed Unix timestamp is within the tolerance of `now`. */
export function isFresh(timestamp: string, now: Date): boolean {
  if (!UNIX_SECONDS.test(timestamp)) return false;
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  return Math.abs(age) <= TOLERANCE_SECONDS;
}

/**
 * Returns whether one of the given signatures is the HMAC-SHA256 of the parts under one of the keys. Compares
 * all pairs, and computes digests even without a signature, so that timing does not reveal a match.
 *
 * @param given well-formed signatures in the same encoding.
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

/** Returns the UTF-8 bytes of each secret that is not blank. */
export function utf8Keys(secrets: readonly string[]): Buffer[] {
  return usable(secrets).map((it) => Buffer.from(it, 'utf8'));
}

/** Decodes a Standard Webhooks secret, with or without `whsec_`; returns null if it is not base64. */
export function decodedKey(secret: string): Buffer | null {
  const text = secret.replace(/^whsec_/, '');
  if (!BASE64.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  // Node skips invalid characters, so text that does not survive decoding and encoding was not base64.
  const unpadded = (it: string): string => it.replace(/=+$/, '');
  return unpadded(key.toString('base64')) === unpadded(text) ? key : null;
}
