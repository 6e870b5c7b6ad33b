import 'reflect-metadata';
import { loadConfig } from '../platform/config/config';
import { awaitServer } from '../platform/database/await-server';
import { migrate } from '../platform/database/migrate';
import { openDatabase } from '../platform/database/open-database';
import { configureLogger } from '../platform/observability/logger';
import { readEnvFile } from '../bootstrap/env-file';
import { AdministratorNeededError } from '../platform/database/roles/create-roles';
import { schema } from '../bootstrap/schema';
import { takeFlags } from './flags';

const USAGE = `Usage: npm run migrate

Applies pending migrations as the login in MIGRATION_DATABASE_URL, which owns the tables, and creates the login in
DATABASE_URL, as which the service runs, if it does not exist. With DATABASE_URL alone, one login does both. Without either,
migrates the embedded database. Safe to run concurrently and while the service runs.`;

/** Applies pending migrations. */
async function main(): Promise<void> {
  takeFlags(USAGE);
  readEnvFile();
  const config = loadConfig();
  configureLogger({ ...config.log, level: 'warn' });
  const { url, migrationUrl } = config.database;
  const ownerUrl = migrationUrl ?? url;
  if (ownerUrl === null) {
    const database = await openDatabase(config, schema); // opening the embedded database applies migrations
    await database.close();
    process.stdout.write('The embedded database is up to date.\n');
    return;
  }
  await awaitServer(ownerUrl);
  const applied = await migrate(
    ownerUrl,
    schema,
    migrationUrl === null ? null : url,
    config.partitionRetention,
  );
  const names = applied.map((name) => `  ${name}\n`).join('');
  process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied:\n${names}`);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  const title =
    error instanceof AdministratorNeededError ? '' : 'The migration failed and was rolled back.\n';
  process.stderr.write(`${title}${message}\n`);
  process.exit(1);
});
