import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../tools/embedded-postgres';
import { migrate } from '../../src/platform/database/migrate';
import { schema } from '../../src/schema';
import type { TestDatabase } from './test-database';

const MIN_FREE_BYTES = 2 * 1024 ** 3;

/** A PostgreSQL server of one test file, which may restart it. The shared server must not be restarted. */
export interface OwnPostgres extends TestDatabase {
  server: EmbeddedPostgres;
}

/** Starts and migrates a server, by default in memory if there is space. `drop` stops it and removes its files. */
export async function startOwnPostgres(parent = fastFolder()): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(parent, 'billing-fault-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  await migrate(server.url, schema);
  const pool = new Pool({ connectionString: server.url, max: 2 });
  pool.on('error', () => undefined); // restarts cut idle connections; the next query opens another
  return {
    server,
    url: server.url,
    async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query(text, values)).rows as Row[];
    },
    async drop() {
      await pool.end();
      await server.stop('immediate');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns a folder in memory if there is space, because a cluster consists of a thousand small files. */
export function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > MIN_FREE_BYTES) return '/dev/shm';
  } catch {
    // not available on this system
  }
  return tmpdir();
}
