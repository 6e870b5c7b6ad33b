import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config';
import { logger } from '../observability/logger';
import { createKeyFile, readEncryptionKey, type EncryptionKey } from '../secrets/encryption-key';
import type { Schema } from './data-source-options';
import { startEmbeddedPostgres } from '../../../tools/embedded-postgres';
import { migrate } from './migrate';

/** A database that accepts connections. An embedded one is also migrated. */
export interface OpenDatabase {
  url: string;
  encryptionKey: EncryptionKey;
  /** Folder that holds the cluster of the embedded PostgreSQL; null with DATABASE_URL. */
  embeddedIn: string | null;
  close: () => Promise<void>;
}

/** DATABASE_URL is set, but ENCRYPTION_KEY is not. */
export class MissingEncryptionKeyError extends Error {}

/** DATA_DIR is not writable. */
export class DataDirectoryError extends Error {}

/**
 * Opens the configured database, or starts and migrates the embedded one. Leaves migrating a configured database to
 * `npm run migrate`.
 */
export async function openDatabase(config: Config, schema: Schema): Promise<OpenDatabase> {
  if (config.database.url !== null) {
    if (config.encryptionKey === null)
      throw new MissingEncryptionKeyError('ENCRYPTION_KEY is required with DATABASE_URL.');
    const { url } = config.database;
    const encryptionKey = { value: config.encryptionKey, source: 'ENCRYPTION_KEY' };
    return { url, encryptionKey, embeddedIn: null, close: () => Promise.resolve() };
  }
  ensureWritable(config.dataDir);
  const server = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log: (line) => {
      logger.info({ component: 'postgres' }, line);
    },
  });
  try {
    const applied = await migrate(server.url, schema);
    if (applied.length > 0) logger.info({ applied }, 'Database migrated');
    const encryptionKey = embeddedKey(config);
    return { url: server.url, encryptionKey, embeddedIn: server.home, close: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function embeddedKey(config: Config): EncryptionKey {
  const known = readEncryptionKey(config);
  if (known !== null) return known;
  createKeyFile(config);
  return embeddedKey(config);
}

function ensureWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new DataDirectoryError(
      `The embedded PostgreSQL cannot store its data in ${resolve(dataDir)} (${(error as Error).message}). ` +
        'Set DATA_DIR to a writable folder, or DATABASE_URL to your own PostgreSQL.',
    );
  }
}
