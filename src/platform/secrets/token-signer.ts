import { createHmac, timingSafeEqual } from 'node:crypto';
import { encryptionKeys, subKey, type EncryptionKey } from './encryption-keys';

/** Of HMAC-SHA256; with it a token of 33 bytes has no padding in base64url. */
const MAC_BYTES = 18;
const BASE64URL = /^[A-Za-z0-9_-]{1,512}$/;

/**
 * Signs what a link says, so that nothing has to be stored about the link. The current encryption key signs, all of them
 * verify: a link works as long as its key is among ENCRYPTION_KEYS (docs/security.md#encryption-keys).
 */
export class TokenSigner {
  private readonly keys: readonly EncryptionKey[];

  /** @param keys 32 bytes in base64 each, the current one first. @throws EncryptionKeyError */
  constructor(keys: readonly string[]) {
    this.keys = encryptionKeys(keys).all;
  }

  /**
   * Returns the payload and its signature in base64url: the same token each time.
   *
   * @param purpose separates tokens of one use from those of another
   */
  sign(payload: Buffer, purpose: string): string {
    const [current] = this.keys;
    if (current === undefined) throw new Error('There is no key to sign with');
    return Buffer.concat([payload, macOf(current, payload, purpose)]).toString('base64url');
  }

  /** Returns the payload of a token; null for what was not signed for this purpose. */
  verify(token: string, purpose: string): Buffer | null {
    if (!BASE64URL.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    // Other texts with the same bytes are no tokens: the last character may hold unused bits.
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const payload = bytes.subarray(0, -MAC_BYTES);
    const mac = bytes.subarray(-MAC_BYTES);
    return this.keys.some((it) => timingSafeEqual(mac, macOf(it, payload, purpose))) ? payload : null;
  }
}

const macOf = (key: EncryptionKey, payload: Buffer, purpose: string): Buffer =>
  createHmac('sha256', subKey(key, `signed-token/${purpose}`))
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
