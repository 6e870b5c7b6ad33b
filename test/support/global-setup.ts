import { mkdtempSync } from 'node:fs';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../tools/embedded-postgres';
import { migrate } from '../../src/platform/database/migrate';
import { schema } from '../../src/schema';
import { TEMPLATE, withDatabase } from './test-database';

declare global {
  var testServer: EmbeddedPostgres | undefined;
}

const MIN_FREE_BYTES = 2 * 1024 ** 3;

/** Returns a folder in memory if there is space, because cloning a database mostly creates files. */
function fastFolder(): string {
  try {
    const stat = statfsSync('/dev/shm');
    if (stat.bavail * stat.bsize > MIN_FREE_BYTES) return '/dev/shm';
  } catch {
    // not available on this system
  }
  return tmpdir();
}

/** Provides one server for the whole run (its own, or DATABASE_URL), with a migrated template that each file clones. */
export default async function globalSetup(): Promise<void> {
  let url = process.env.DATABASE_URL;
  if (url === undefined) {
    const dataDir = mkdtempSync(join(fastFolder(), 'billing-test-'));
    globalThis.testServer = await startEmbeddedPostgres({ dataDir, durable: false });
    url = globalThis.testServer.url;
  }
  process.env.TEST_SERVER_URL = url;
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  await migrate(withDatabase(url, TEMPLATE), schema);
}
