import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { logger } from '../observability/logger';
import { encryptionKeys, subKey, type EncryptionKey, type EncryptionKeys } from './encryption-keys';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Maximum number of sub-keys kept in memory, per process. */
const MAX_SUB_KEYS = 10_000;
/** `v2.<key id>.<base64>`, encrypted with a sub-key. */
const V2 = /^v2\.([0-9a-f]{12})\.([A-Za-z0-9+/=]+)$/;
/** `v1.<base64>`, encrypted with a key itself; no longer written. */
const V1 = /^v1\.([A-Za-z0-9+/=]+)$/;

/** Where a secret is stored. A ciphertext can be decrypted only there. */
export interface SecretContext {
  /** What the secret is for, e.g. `webhook-endpoint`; without slashes. */
  readonly purpose: string;
  readonly organizationId: string;
  /** What identifies the secret within its purpose and organization. */
  readonly row: string;
}

/** No key decrypts the stored text: its key is not among ENCRYPTION_KEYS, or it was changed or moved. */
export class UnreadableSecretError extends Error {
  constructor({ purpose, organizationId }: SecretContext, keyId: string | null) {
    const key = keyId === null ? 'a key' : `the key ${keyId}`;
    super(
      `A stored secret (${purpose}, organization ${organizationId}) cannot be decrypted: it was encrypted with ${key} that is not in ENCRYPTION_KEYS, or it was changed`,
    );
  }
}

/**
 * Encrypts secrets at rest with AES-256-GCM, a new nonce each time, and a sub-key per organization and purpose
 * (docs/security.md#encryption-keys). The context binds the ciphertext to its row.
 */
export class SecretBox {
  private readonly keys: EncryptionKeys;
  private readonly subKeys = new LRUCache<string, Buffer>({ max: MAX_SUB_KEYS });

  /**
   * @param keys 32 bytes in base64 each; the first encrypts, all of them decrypt
   * @throws EncryptionKeyError
   */
  constructor(keys: readonly string[]) {
    this.keys = encryptionKeys(keys);
  }

  /** What every text begins with that the current key has encrypted. */
  get currentPrefix(): string {
    return `v2.${this.keys.current.id}.`;
  }

  /** The names of all keys, the current one first. */
  get keyIds(): string[] {
    return this.keys.all.map((it) => it.id);
  }

  seal(plaintext: string, context: SecretContext): string {
    const nonce = randomBytes(NONCE_BYTES);
    const key = this.subKeyOf(this.keys.current, context);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(additionalData(context));
    const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return this.currentPrefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws UnreadableSecretError for an unknown key, another context or changed text. */
  open(sealed: string, context: SecretContext): string {
    const [, keyId = null, text = ''] = V2.exec(sealed) ?? [];
    const candidates =
      keyId === null
        ? this.keys.all.map((it) => it.bytes)
        : this.keys.all.filter((it) => it.id === keyId).map((it) => this.subKeyOf(it, context));
    const bytes = Buffer.from(keyId === null ? (V1.exec(sealed)?.[1] ?? '') : text, 'base64');
    for (const key of candidates) {
      const plaintext = decrypted(key, bytes, additionalData(context));
      if (plaintext !== null) return plaintext;
    }
    throw new UnreadableSecretError(context, keyId);
  }

  /** Returns null for what cannot be decrypted, and logs an error. For callers that can do without the secret. */
  openIfReadable(sealed: string, context: SecretContext): string | null {
    try {
      return this.open(sealed, context);
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      logger.error({ organization_id: context.organizationId, purpose: context.purpose }, error.message);
      return null;
    }
  }

  private subKeyOf(key: EncryptionKey, { purpose, organizationId }: SecretContext): Buffer {
    const name = `${purpose}/${organizationId}`;
    const cacheKey = `${key.id}/${name}`;
    const known = this.subKeys.get(cacheKey) ?? subKey(key, name);
    this.subKeys.set(cacheKey, known);
    return known;
  }
}

const additionalData = ({ purpose, organizationId, row }: SecretContext): Buffer =>
  Buffer.from(`${purpose}/${organizationId}/${row}`);

/** Returns null for another key, other additional data or changed bytes. */
function decrypted(key: Buffer, bytes: Buffer, additional: Buffer): string | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(additional)
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
