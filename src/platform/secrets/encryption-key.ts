import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'encryption.key';
const OWNER_ONLY = 0o600;

/**
 * The encryption key of an embedded installation: made on the first start and kept beside its data,
 * readable by the owner only. The folder exists. Losing the file loses the signing secrets, like losing the data.
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
