import 'reflect-metadata';
import { takeFlags } from './flags';

const USAGE = `Usage: npm run doctor [-- --remove] [--accept-new-key]

Says where the data is, whether the database answers, whether migrations are pending and whether the encryption key opens
the stored secrets. Lists databases of embedded servers whose DATA_DIR is gone. Changes nothing. Exits with 1 if something
needs attention, else with 0. Safe while the service runs and while it is stopped.

  --remove           removes the orphaned databases that it lists
  --accept-new-key   for a lost encryption key: makes the configured key the key of the database, lists the secrets that it
                     does not open, and marks them as lost. Each must then be rotated or entered again`;

async function main(): Promise<boolean> {
  const flags = takeFlags(USAGE, '--remove', '--accept-new-key');
  const { runDoctor } = await import('./doctor/run-doctor.js');
  return runDoctor({ remove: flags.has('--remove'), acceptNewKey: flags.has('--accept-new-key') });
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
