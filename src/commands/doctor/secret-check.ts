import { Client } from 'pg';
import type { Config } from '../../platform/config/config';
import {
  KeyFileError,
  keyFileOf,
  readEncryptionKey,
  type EncryptionKey,
} from '../../platform/secrets/encryption-key';
import { remedyFor } from '../../platform/secrets/key-check';
import { SecretBox } from '../../platform/secrets/secret-box';
import { anyRows, isReadable, sealedRows, type SealedTable } from '../../platform/secrets/sealed-tables';
import { counted, type Report } from './report';

/** Checks that the encryption key opens every secret in the database. */
export async function checkSecrets(
  url: string,
  config: Config,
  tables: readonly SealedTable[],
  report: Report,
): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'doctor' });
  client.on('error', () => undefined); // a lost connection fails the statement under way
  await client.connect();
  try {
    const key = readEncryptionKey(config);
    if (key === null) await reportMissingKey(client, config, tables, report);
    else await openAll(client, key, tables, report);
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    report.warn(error.message);
  } finally {
    await client.end();
  }
}

async function openAll(
  client: Client,
  key: EncryptionKey,
  tables: readonly SealedTable[],
  report: Report,
): Promise<void> {
  const secrets = new SecretBox(key.value);
  let opened = 0;
  let lost = 0;
  for (const table of tables) {
    let [ofTable, lostOfTable] = [0, 0];
    for await (const rows of sealedRows(client, table)) {
      ofTable += rows.length;
      lostOfTable += rows.filter((row) => !isReadable(secrets, table, row)).length;
    }
    if (lostOfTable > 0) {
      report.warn(
        `The encryption key (${key.source}) does not open ${lostOfTable} of ${ofTable} ${table.what}.`,
      );
    }
    opened += ofTable - lostOfTable;
    lost += lostOfTable;
  }
  report.say(`The encryption key (${key.source}) opens ${counted(opened, 'secret')} in the database.`);
  if (lost > 0) report.say(remedyFor(key.source));
}

async function reportMissingKey(
  client: Client,
  config: Config,
  tables: readonly SealedTable[],
  report: Report,
): Promise<void> {
  const path = keyFileOf(config);
  const encrypted = await anyRows(client, tables);
  if (encrypted.length === 0) report.say(`There is no encryption key yet: the next start creates ${path}.`);
  else report.warn(`${path} is missing. ${remedyFor(path)}`);
}
