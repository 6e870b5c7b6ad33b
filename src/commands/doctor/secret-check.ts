import { Client } from 'pg';
import { KeyFileError, type EncryptionKey } from '../../platform/secrets/encryption-key';
import { SecretBox } from '../../platform/secrets/secret-box';
import { isReadable, sealedRows, type SealedTable } from '../../platform/secrets/sealed-tables';
import { counted, type Report } from './report';

/** Checks that the encryption key opens every secret in the database. */
export async function checkSecrets(
  url: string,
  readKey: () => EncryptionKey | null,
  tables: readonly SealedTable[],
  report: Report,
): Promise<void> {
  const key = keyIn(readKey, report);
  if (key === null) return;
  const client = new Client({ connectionString: url, application_name: 'doctor' });
  client.on('error', () => undefined); // a lost connection fails the statement under way
  await client.connect();
  try {
    const secrets = new SecretBox(key.value);
    let opened = 0;
    for (const table of tables) {
      let [all, lost] = [0, 0];
      for await (const rows of sealedRows(client, table)) {
        all += rows.length;
        lost += rows.filter((row) => !isReadable(secrets, table, row)).length;
      }
      if (lost > 0)
        report.warn(`The encryption key (${key.source}) does not open ${lost} of ${all} ${table.what}.`);
      opened += all - lost;
    }
    report.say(`The encryption key (${key.source}) opens ${counted(opened, 'secret')} in the database.`);
  } finally {
    await client.end();
  }
}

function keyIn(readKey: () => EncryptionKey | null, report: Report): EncryptionKey | null {
  try {
    const key = readKey();
    if (key === null) report.warn('There is no encryption key.');
    return key;
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    report.warn(error.message);
    return null;
  }
}
