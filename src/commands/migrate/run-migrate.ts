import { loadConfig } from '../../platform/config/config';
import { whenDatabaseIsUp } from '../../platform/database/await-database';
import { migrate } from '../../platform/database/migrate';
import { openDatabase } from '../../platform/database/open-database';
import { schema } from '../../schema';

/** Applies pending migrations to the configured database. Returns what to print. */
export async function runMigrate(): Promise<string> {
  const config = loadConfig();
  if (config.database.url === null) {
    const database = await openDatabase(config, schema); // opening the embedded database applies migrations
    await database.close();
    return 'The embedded database is up to date.\n';
  }
  const { url } = config.database;
  const report = (message: string): unknown => process.stderr.write(`${message}\n`);
  const applied = await whenDatabaseIsUp(url, () => migrate(url, schema), { report });
  const names = applied.map((name) => `  ${name}\n`).join('');
  return applied.length === 0 ? 'The database is up to date.\n' : `Applied:\n${names}`;
}
