import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config';
import { POINTER, startEmbeddedPostgres } from '../../../tools/embedded-postgres';
import type { Report } from './report';

/** An open database. */
export interface Place {
  url: string;
  close: () => Promise<void>;
}

/**
 * Says where the data is. Starts the embedded PostgreSQL if it is stopped, because only a running one can be checked.
 * Returns null if there is no database yet, or none can be opened.
 */
export async function openPlace(config: Config, report: Report): Promise<Place | null> {
  const { url } = config.database;
  if (url !== null) {
    report.say(`The data is in the database ${withoutLogin(url)} (DATABASE_URL).`);
    return { url, close: () => Promise.resolve() };
  }
  const folder = join(config.dataDir, 'postgres');
  try {
    if (!(await holdsData(folder))) {
      report.say(`There is no data yet: the first start creates a database in ${folder}.`);
      return null;
    }
    const server = await startEmbeddedPostgres({ dataDir: folder });
    report.say(`The data is in ${server.home} (embedded PostgreSQL, DATA_DIR is ${config.dataDir}).`);
    report.say(
      server.attached ? 'PostgreSQL is running.' : 'PostgreSQL was stopped; it runs for this check.',
    );
    return { url: server.url, close: () => server.stop() };
  } catch (error) {
    report.warn(`The embedded PostgreSQL of ${folder} cannot be opened: ${(error as Error).message}`);
    return null;
  }
}

/** @throws Error of the file system if this user cannot read the folder */
async function holdsData(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder);
    return names.includes(POINTER) || names.includes('cluster');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function withoutLogin(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${pathname.slice(1)} at ${hostname}${port === '' ? '' : `:${port}`}`;
  } catch {
    return 'of the connection string';
  }
}
