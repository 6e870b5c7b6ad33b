import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The stored text was encrypted with another key, or was changed or moved to another row. */
export class UnreadableSecretError extends Error {
  constructor() {
    super('A stored secret cannot be decrypted: it was encrypted with a different ENCRYPTION_KEY.');
  }
}

/**
 * Encrypts secrets at rest with AES-256-GCM and a new nonce each time (docs/security.md). The context binds the
 * ciphertext to its row, so that it cannot be moved to another row.
 */
export class SecretBox {
  private readonly key: Buffer;

  /** @param key 32 bytes in base64 */
  constructor(key: string) {
    this.key = Buffer.from(key, 'base64');
    if (this.key.length !== KEY_BYTES) throw new Error('The encryption key must be 32 bytes in base64.');
  }

  /** Identifies the key without revealing anything about it. */
  get fingerprint(): string {
    return createHmac('sha256', this.key).update('billing-service/encryption-key').digest('hex');
  }

  seal(plaintext: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
  }

  /** @throws UnreadableSecretError for another key, another context or changed text */
  open(sealed: string, context: string): string {
    if (!sealed.startsWith(`${VERSION}.`)) throw new UnreadableSecretError();
    try {
      const bytes = Buffer.from(sealed.slice(VERSION.length + 1), 'base64');
      const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch {
      throw new UnreadableSecretError();
    }
  }

  /** Returns null for a text that cannot be decrypted. */
  openIfReadable(sealed: string, context: string): string | null {
    try {
      return this.open(sealed, context);
    } catch (error) {
      if (error instanceof UnreadableSecretError) return null;
      throw error;
    }
  }
}
