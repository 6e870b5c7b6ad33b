import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'encryption.key';
const OWNER_ONLY = 0o600;

/**
 * Returns the encryption key of an embedded installation. The first start creates it and stores it beside the data,
 * readable only by the owner. The folder must exist. Without the file, the signing secrets are lost.
 */
export function embeddedEncryptionKey(dataDir: string): string {
  const path = join(dataDir, FILE);
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: OWNER_ONLY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
