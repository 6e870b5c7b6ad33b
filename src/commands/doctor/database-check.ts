import { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config';
import { dataSourceOptions, type Schema } from '../../platform/database/data-source-options';
import { pendingMigrations } from '../../platform/database/migrate';
import { counted, type Report } from './report';

/** Checks that the database answers and that no migration is pending. Returns whether both are so. */
export async function checkDatabase(
  url: string,
  { database }: Config,
  schema: Schema,
  report: Report,
): Promise<boolean> {
  const settings = { url, poolSize: 1, timeoutMs: database.timeoutMs, applicationName: 'doctor' };
  const dataSource = new DataSource(dataSourceOptions(settings, schema));
  try {
    await dataSource.initialize();
    const [{ version, processes }] = await dataSource.query<[{ version: string; processes: string | null }]>(
      `SELECT current_setting('server_version') AS version,
              (SELECT string_agg(name || ': ' || connections, ', ')
                 FROM (SELECT application_name AS name, count(*) AS connections FROM pg_stat_activity
                        WHERE datname = current_database() AND application_name LIKE 'billing-%'
                        GROUP BY 1 ORDER BY 1) AS clients) AS processes`,
    );
    report.say(`The database answers (PostgreSQL ${version}).`);
    report.say(
      processes === null
        ? 'The service is not connected to it.'
        : `The service is connected to it (connections of ${processes}).`,
    );
    const pending = await pendingMigrations(dataSource);
    if (pending.length === 0) report.say('No migration is pending.');
    else report.warn(`${counted(pending.length, 'migration')} must still be applied: run "npm run migrate".`);
    return pending.length === 0;
  } catch (error) {
    report.warn(`The database does not answer: ${(error as Error).message}`);
    return false;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}
