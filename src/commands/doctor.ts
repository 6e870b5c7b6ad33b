import 'reflect-metadata';
import { join } from 'node:path';
import { loadConfig } from '../platform/config/config';
import { configureLogger } from '../platform/observability/logger';
import { schema } from '../schema';
import { sealedTables } from '../sealed-tables';
import { checkDatabase } from './doctor/database-check';
import { openPlace } from './doctor/place';
import { Report } from './doctor/report';
import { checkSecrets } from './doctor/secret-check';
import { checkStandIns } from './doctor/stand-in-check';
import { takeFlags } from './flags';

const USAGE = `Usage: npm run doctor [-- --remove]

Says where the data is, whether the database answers, whether migrations are pending and whether the encryption key opens
the stored secrets. Lists databases of embedded servers whose DATA_DIR is gone. Changes nothing. Exits with 1 if something
needs attention, else with 0. Safe while the service runs and while it is stopped.

  --remove   removes the orphaned databases that it lists`;

/** Checks the installation. Returns whether nothing needs attention. */
async function main(): Promise<boolean> {
  const flags = takeFlags(USAGE, '--remove');
  const config = loadConfig();
  configureLogger({ ...config.log, level: 'error' });
  const report = new Report((line) => process.stdout.write(`${line}\n`));
  const place = await openPlace(config, report);
  try {
    if (place !== null && (await checkDatabase(place.url, config, schema, report))) {
      await checkSecrets(place.url, config, sealedTables, report);
    }
  } finally {
    await place?.close();
  }
  await checkStandIns(join(config.dataDir, 'postgres'), flags.has('--remove'), report);
  return !report.needsAttention;
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
