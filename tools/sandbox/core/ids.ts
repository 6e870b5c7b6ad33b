import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a random id as providers make them: the prefix, and letters and digits. */
export function newId(prefix: string, length = 24): string {
  const characters = Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return prefix + characters.join('');
}
