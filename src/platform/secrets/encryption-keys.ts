import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const ID_BYTES = 6;
/** 32 random bytes have about 30 different values; fewer than this many do not occur by chance. */
const MIN_DIFFERENT_BYTES = 12;

/** A key that encrypts secrets. */
export interface EncryptionKey {
  /** Names the key in the texts that it encrypted; reveals nothing about it. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** The current key, which encrypts, and all keys that decrypt, the current one first. */
export interface EncryptionKeys {
  readonly current: EncryptionKey;
  readonly all: readonly EncryptionKey[];
}

/** A key cannot be used. The message does not contain it. */
export class EncryptionKeyError extends Error {}

/**
 * Returns the keys of a list: 32 bytes in base64 each, the current one first (docs/security.md#encryption-keys).
 *
 * @throws EncryptionKeyError for a key of another length, and for a weak current one.
 */
export function encryptionKeys(list: readonly string[]): EncryptionKeys {
  const all = [...new Set(list)].map(parsed);
  const [current] = all;
  if (current === undefined) throw new EncryptionKeyError('There is no encryption key.');
  const weakness = weaknessOf(current.bytes);
  if (weakness !== null) {
    throw new EncryptionKeyError(
      `The current encryption key is weak: ${weakness}. Create one with \`openssl rand -base64 32\` and put it first: ` +
        'ENCRYPTION_KEYS=<new key>,<this key> still reads what this key encrypted; `npm run rekey` re-encrypts it.',
    );
  }
  return { current, all };
}

/** Returns the items of a list of keys, separated by commas or white space. */
export function splitKeys(text: string): string[] {
  return text.split(/[\s,]+/).filter((it) => it !== '');
}

/** Returns a key for one purpose, such as the secrets of one organization: what it encrypts, no other can decrypt. */
export function subKey(key: EncryptionKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key.bytes, 'billing-service', purpose, KEY_BYTES));
}

function parsed(text: string, index: number): EncryptionKey {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES) {
    throw new EncryptionKeyError(`Encryption key number ${index + 1} must be 32 bytes in base64.`);
  }
  const id = Buffer.from(hkdfSync('sha256', bytes, 'billing-service', 'key id', ID_BYTES)).toString('hex');
  return { id, bytes };
}

/** Returns why bytes cannot have come from a random source, as the end of a sentence; null if they can. */
function weaknessOf(bytes: Buffer): string | null {
  if (new Set(bytes).size < MIN_DIFFERENT_BYTES) return 'it repeats a few bytes';
  for (let period = 1; period <= KEY_BYTES / 2; period++) {
    if (bytes.subarray(period).equals(bytes.subarray(0, -period))) return 'it repeats a pattern';
  }
  const steps = [...bytes.subarray(1)].map((byte, i) => (byte - bytes.readUInt8(i) + 256) % 256);
  const mostFrequent = Math.max(...steps.map((step) => steps.filter((it) => it === step).length));
  return mostFrequent > steps.length / 2 ? 'it counts up or down' : null;
}
