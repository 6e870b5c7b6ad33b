import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../platform/config/config';
import { startEmbeddedPostgres } from '../../../tools/embedded-postgres';
import { migrate } from '../../platform/database/migrate';
import { schema } from '../../schema';
import { startService } from '../../start';
import type { CleanUp } from './clean-up';

export interface OwnService {
  url: string;
  folder: string;
}

/**
 * Starts the service on a new embedded database in a temporary folder, with the test clock. Adds everything that it
 * starts or creates to `cleanUp`.
 */
export async function startOwnService(cleanUp: CleanUp): Promise<OwnService> {
  const folder = await mkdtemp(join(tmpdir(), 'billing-demo-'));
  cleanUp.add(() => rm(folder, { recursive: true, force: true }));
  const database = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  cleanUp.add(() => database.stop());
  await migrate(database.url, schema);
  const service = await startService(ownConfig(database.url, folder));
  cleanUp.add(() => service.stop());
  return { url: service.url, folder };
}

/** Ignores the environment variables, which may belong to a real service. */
function ownConfig(databaseUrl: string, folder: string): ReturnType<typeof loadConfig> {
  return loadConfig({
    NODE_ENV: 'development',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TEST_CLOCK: 'on',
  });
}
