import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config';

const FILE = 'encryption.key';
const OWNER_ONLY = 0o600;
const KEY = /^[A-Za-z0-9+/]{43}=$/;

/** The key that encrypts secrets. */
export interface EncryptionKey {
  /** 32 bytes in base64. */
  value: string;
  /** Where it is configured: `ENCRYPTION_KEY`, or the path of the key file. */
  source: string;
}

/** The key file of an embedded installation is unusable. */
export class KeyFileError extends Error {}

/** Returns the path of the key file of an embedded installation. */
export const keyFileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, FILE);

/**
 * Returns the key in ENCRYPTION_KEY or, without it, in the key file beside the embedded database; null if there is no
 * file.
 *
 * @throws KeyFileError if the file cannot be read or does not contain a key
 */
export function readEncryptionKey(config: Pick<Config, 'dataDir' | 'encryptionKey'>): EncryptionKey | null {
  if (config.encryptionKey !== null) return { value: config.encryptionKey, source: 'ENCRYPTION_KEY' };
  const path = keyFileOf(config);
  let value: string;
  try {
    value = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new KeyFileError(`The encryption key cannot be read: ${(error as Error).message}`);
  }
  if (KEY.test(value)) return { value, source: path };
  throw new KeyFileError(
    `${path} does not contain an encryption key (32 bytes in base64): restore the file from the backup. If the key is ` +
      'lost for good, remove the file and run "npm run doctor -- --accept-new-key".',
  );
}

/**
 * Creates the key file, readable only by the owner, unless another process has just created it. The folder must exist.
 * The file is complete as soon as it exists. Without it, everything that its key encrypted is lost.
 */
export function createKeyFile(config: Pick<Config, 'dataDir'>): void {
  const path = keyFileOf(config);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(draft, 'wx', OWNER_ONLY);
  try {
    writeSync(file, `${randomBytes(32).toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
