import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config';
import { logger } from '../observability/logger';
import { embeddedKeys } from '../secrets/embedded-keys';
import type { Schema } from './data-source-options';
import { startEmbeddedPostgres } from '../../../tools/embedded-postgres';
import { awaitServer } from './await-server';
import { migrate } from './migrate';

/** A database that is ready to use. */
export interface OpenDatabase {
  url: string;
  /** The current one first. */
  encryptionKeys: readonly string[];
  /** Folder of the embedded server's data, which is not always below DATA_DIR; null: DATABASE_URL. */
  embeddedHome: string | null;
  close: () => Promise<void>;
}

/** DATABASE_URL is set, but ENCRYPTION_KEYS is not. */
export class MissingEncryptionKeyError extends Error {}

/** DATA_DIR cannot be written. */
export class DataDirectoryError extends Error {}

/**
 * Opens the configured database, or starts and migrates the embedded one. An external database is migrated only by
 * `npm run migrate`.
 */
export async function openDatabase(config: Config, schema: Schema): Promise<OpenDatabase> {
  const { url } = config.database;
  if (url !== null) {
    const { encryptionKeys } = config;
    if (encryptionKeys === null)
      throw new MissingEncryptionKeyError('ENCRYPTION_KEYS is required with DATABASE_URL.');
    await awaitServer(url);
    return { url, encryptionKeys, embeddedHome: null, close: () => Promise.resolve() };
  }
  ensureWritable(config.dataDir);
  const server = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log: (line) => {
      logger.info({ component: 'postgres' }, line);
    },
  });
  try {
    const applied = await migrate(server.ownerUrl, schema, server.url, config.partitionRetention);
    if (applied.length > 0) logger.info({ applied }, 'Database migrated');
    const encryptionKeys = config.encryptionKeys ?? (await embeddedKeys(config.dataDir, server.url));
    return { url: server.url, encryptionKeys, embeddedHome: server.home, close: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function ensureWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new DataDirectoryError(
      `The embedded PostgreSQL cannot write to ${resolve(dataDir)} (${(error as Error).message}). ` +
        'Set DATA_DIR to a writable folder, or DATABASE_URL to a PostgreSQL server.',
    );
  }
}
