import 'reflect-metadata';
import { loadConfig } from '../platform/config/config';
import { whenDatabaseIsUp } from '../platform/database/await-database';
import { migrate } from '../platform/database/migrate';
import { openDatabase } from '../platform/database/open-database';
import { schema } from '../schema';
import { takeFlags } from './flags';

const USAGE = `Usage: npm run migrate

Migrates the database at DATABASE_URL or, without it, the embedded one. Safe to run concurrently, and while the service
is running.`;

async function main(): Promise<void> {
  takeFlags(USAGE);
  const config = loadConfig();
  if (config.database.url === null) {
    const database = await openDatabase(config, schema); // opening the embedded database applies migrations
    await database.close();
    process.stdout.write('The embedded database is up to date.\n');
    return;
  }
  const { url } = config.database;
  const report = (message: string): unknown => process.stderr.write(`${message}\n`);
  const applied = await whenDatabaseIsUp(url, () => migrate(url, schema), { report });
  const names = applied.map((name) => `  ${name}\n`).join('');
  process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied:\n${names}`);
}

// As PID 1 of a container, a process without these listeners would ignore the signals.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(
    `The migration failed; those before it stay applied.\n${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
