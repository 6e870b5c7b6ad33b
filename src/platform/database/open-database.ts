import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config';
import { logger } from '../observability/logger';
import type { Schema } from './data-source-options';
import { startEmbeddedPostgres } from '../../../tools/embedded-postgres';
import { migrate } from './migrate';

/** A database that accepts connections. An embedded one is also migrated. */
export interface OpenDatabase {
  url: string;
  /** Folder that holds the cluster of the embedded PostgreSQL; null with DATABASE_URL. */
  embeddedIn: string | null;
  close: () => Promise<void>;
}

/** DATA_DIR is not writable. */
export class DataDirectoryError extends Error {}

/**
 * Opens the configured database, or starts and migrates the embedded one. Leaves migrating a configured database to
 * `npm run migrate`.
 */
export async function openDatabase(config: Config, schema: Schema): Promise<OpenDatabase> {
  if (config.database.url !== null) {
    return { url: config.database.url, embeddedIn: null, close: () => Promise.resolve() };
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
    return { url: server.url, embeddedIn: server.home, close: () => server.stop() };
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
      `The embedded PostgreSQL cannot store its data in ${resolve(dataDir)} (${(error as Error).message}). ` +
        'Set DATA_DIR to a writable folder, or DATABASE_URL to your own PostgreSQL.',
    );
  }
}
