import type { Client } from 'pg';
import type { Config } from '../../platform/config/config';
import { withClient } from '../../platform/database/with-client';
import { acceptedFingerprint } from '../../platform/secrets/accepted-key';
import {
  KeyFileError,
  keyFileOf,
  readEncryptionKey,
  type EncryptionKey,
} from '../../platform/secrets/encryption-key';
import { remedyFor } from '../../platform/secrets/key-check';
import { SecretBox } from '../../platform/secrets/secret-box';
import {
  anyRows,
  isReadable,
  sealedRows,
  type SealedRow,
  type SealedTable,
} from '../../platform/secrets/sealed-tables';
import { counted, type Report } from './report';

/** Checks that the encryption key opens every secret in the database. */
export async function checkSecrets(
  url: string,
  config: Config,
  tables: readonly SealedTable[],
  report: Report,
): Promise<void> {
  try {
    await withClient({ connectionString: url, application_name: 'doctor' }, async (client) => {
      const key = readEncryptionKey(config);
      if (key === null) await reportMissingKey(client, config, tables, report);
      else await openAll(client, key, tables, report);
    });
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    report.warn(error.message);
  }
}

async function openAll(
  client: Client,
  key: EncryptionKey,
  tables: readonly SealedTable[],
  report: Report,
): Promise<void> {
  const secrets = new SecretBox(key.value);
  const accepted = await acceptedFingerprint(client);
  const isAccepted = accepted === secrets.fingerprint;
  let [opened, unreadable] = [0, 0];
  for (const table of tables) {
    const ofTable = { all: 0, unreadable: 0 };
    for await (const rows of sealedRows(client, table)) {
      for (const row of rows.filter((it) => it.isLost)) report.warn(`Lost: ${described(table, row)}`);
      const kept = rows.filter((it) => !it.isLost);
      ofTable.all += kept.length;
      ofTable.unreadable += kept.filter((it) => !isReadable(secrets, table, it)).length;
    }
    opened += ofTable.all - ofTable.unreadable;
    if (ofTable.unreadable === 0) continue;
    const share = `${ofTable.unreadable} of ${ofTable.all} ${table.what}`;
    if (table.lostAt === null && isAccepted) {
      report.say(`${share} were encrypted with an earlier key. They expire within 24 hours.`);
      continue;
    }
    report.warn(`The encryption key (${key.source}) does not open ${share}.`);
    unreadable += ofTable.unreadable;
  }
  report.say(`The encryption key (${key.source}) opens ${counted(opened, 'secret')} in the database.`);
  if (unreadable > 0) report.say(remedyFor(key.source));
  else if (accepted !== null && !isAccepted) {
    report.warn(
      `The encryption key (${key.source}) is not the accepted key of the database, so a start refuses it. If it is the ` +
        'right one, run "npm run doctor -- --accept-new-key".',
    );
  }
}

/** Names a secret without revealing it. */
export function described({ one }: SealedTable, row: SealedRow): string {
  const { id, name, organizationId, organizationName } = row;
  const named = id === name ? id : `${id} (${name})`;
  return `${one} ${named} of organization ${organizationId} (${organizationName})`;
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
