import 'reflect-metadata';
import { readEnvFile } from '../bootstrap/env-file';
import { schema } from '../bootstrap/schema';
import { loadConfig } from '../platform/config/config';
import { openDatabase } from '../platform/database/open-database';
import { configureLogger } from '../platform/observability/logger';
import { rekey, type RekeyReport } from '../platform/secrets/rekey';
import { SecretBox } from '../platform/secrets/secret-box';
import { takeFlags } from './flags';

const USAGE = `Usage: npm run rekey

Re-encrypts every stored secret that is not encrypted with the first key of ENCRYPTION_KEYS, in the database in
DATABASE_URL or in the embedded one. Safe while the service runs; a run that was interrupted is continued by the next.`;

/** Re-encrypts the stored secrets. Returns whether all of them are encrypted with the current key. */
async function main(): Promise<boolean> {
  takeFlags(USAGE);
  readEnvFile();
  const config = loadConfig();
  configureLogger({ ...config.log, level: 'error' });
  const database = await openDatabase(config, schema);
  try {
    const reports = await rekey(database.url, new SecretBox(database.encryptionKeys));
    for (const report of reports) process.stdout.write(`${lineOf(report)}\n`);
    return conclude(reports);
  } finally {
    await database.close();
  }
}

const lineOf = ({ table, rekeyed, unreadable, left }: RekeyReport): string =>
  `${table}: ${rekeyed} re-encrypted, ${unreadable} unreadable, ${left} left`;

function conclude(reports: readonly RekeyReport[]): boolean {
  const has = (count: 'unreadable' | 'left'): boolean => reports.some((it) => it[count] > 0);
  if (has('unreadable')) {
    process.stderr.write(
      'No key in ENCRYPTION_KEYS decrypts the unreadable ones: add the key that encrypted them, or rotate these secrets.\n',
    );
  }
  if (has('left')) {
    process.stderr.write(
      'The ones that are left were locked, or written with another key meanwhile. Restart every process with the new ENCRYPTION_KEYS, then run it again.\n',
    );
  }
  const isDone = !has('unreadable') && !has('left');
  if (isDone)
    process.stdout.write('Every secret is encrypted with the first key; the others can be removed.\n');
  return isDone;
}

main().then(
  (isDone) => process.exit(isDone ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
