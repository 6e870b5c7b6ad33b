import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { encryptionKeys, splitKeys } from './encryption-keys';
import { sealedTables } from './sealed-column';
import { DatabaseClient } from '../database/database-client';

const FILE = 'encryption.key';
const OWNER_ONLY = 0o600;

/** The key file of an embedded installation was lost or damaged. */
export class LostKeyError extends Error {}

/**
 * Returns the encryption keys of an embedded installation, the current one first. The first start creates one beside the
 * data, readable by the owner only; `dataDir` must exist.
 *
 * @param databaseUrl of the migrated database
 * @throws LostKeyError if the file is missing although secrets are stored, or has no usable key
 */
export async function embeddedKeys(dataDir: string, databaseUrl: string): Promise<string[]> {
  const path = join(dataDir, FILE);
  // The second look: another process that starts at the same time may have created the key and used it.
  if (!existsSync(path) && (await holdsSecrets(databaseUrl)) && !existsSync(path)) {
    throw new LostKeyError(
      `${path} is missing, but the database holds secrets that are encrypted with the key in it. Restore the file from ` +
        'a backup, or set ENCRYPTION_KEYS to the key. If it is lost for good, create a new one with ' +
        `\`openssl rand -base64 32 > ${path}\`, then rotate the secret of every webhook endpoint and connect the payment ` +
        'providers again.',
    );
  }
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: OWNER_ONLY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const keys = splitKeys(readFileSync(path, 'utf8'));
  try {
    encryptionKeys(keys);
  } catch (error) {
    throw new LostKeyError(`${path} cannot be used: ${(error as Error).message}`, { cause: error });
  }
  return keys;
}

async function holdsSecrets(databaseUrl: string): Promise<boolean> {
  const client: Client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: 'encryption-keys',
  });
  await client.connect();
  try {
    const any = sealedTables().map((it) => `EXISTS (SELECT 1 FROM ${it.name})`);
    const { rows } = await client.query<{ found: boolean }>(`SELECT ${any.join(' OR ')} AS found`);
    return rows[0]?.found === true;
  } finally {
    await client.end();
  }
}
