import type { Client } from 'pg';
import type { Config } from '../config/config';
import { acceptKey, acceptedFingerprint } from './accepted-key';
import { createKeyFile, keyFileOf, readEncryptionKey, type EncryptionKey } from './encryption-key';
import { assertNoOtherProcess, underKeyLock } from './key-check';
import { SecretBox } from './secret-box';
import { isReadable, sealedRows, type SealedRow, type SealedTable } from './sealed-tables';

/** Receives the rows of a table that the accepted key does not open, page by page. */
export type LostRows = (table: SealedTable, rows: readonly SealedRow[]) => void;

/**
 * Makes the configured key the key of this database, and marks the secrets that it does not open as lost, in one
 * transaction (docs/operations.md#a-lost-encryption-key). Creates the key file of an embedded installation if it is
 * missing. Secrets that were marked and that the key opens are no longer lost. Returns the key.
 *
 * @throws LostKeyError if a process of the service that may use another key is connected; KeyFileError
 */
export async function acceptConfiguredKey(
  url: string,
  config: Config,
  tables: readonly SealedTable[],
  onLost: LostRows,
): Promise<EncryptionKey> {
  return underKeyLock(url, config, async (client) => {
    const key = readEncryptionKey(config) ?? (await newKey(client, config));
    const secrets = new SecretBox(key.value);
    if ((await acceptedFingerprint(client)) !== secrets.fingerprint) {
      await assertNoOtherProcess(client, key.source);
    }
    for (const table of tables) await markLost(client, secrets, table, onLost);
    await acceptKey(client, secrets);
    return key;
  });
}

async function newKey(client: Client, config: Config): Promise<EncryptionKey> {
  await assertNoOtherProcess(client, keyFileOf(config));
  createKeyFile(config);
  return readEncryptionKey(config) ?? newKey(client, config);
}

async function markLost(
  client: Client,
  secrets: SecretBox,
  table: SealedTable,
  onLost: LostRows,
): Promise<void> {
  for await (const rows of sealedRows(client, table)) {
    const lost = rows.filter((row) => !isReadable(secrets, table, row));
    onLost(table, lost);
    if (table.lostAt === null) continue;
    const found = rows.filter((row) => row.isLost && !lost.includes(row));
    await mark(
      client,
      table,
      lost.filter((row) => !row.isLost),
      'now()',
    );
    await mark(client, table, found, 'NULL');
  }
}

/** Sets the mark of rows. Skips a row whose secret has been replaced since it was read. */
async function mark(
  client: Client,
  { table, id, sealed, lostAt }: SealedTable,
  rows: readonly SealedRow[],
  value: 'now()' | 'NULL',
): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `UPDATE ${table} AS row SET ${lostAt} = ${value}
       FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS read (organization_id, id, sealed)
      WHERE row.organization_id = read.organization_id AND row.${id} = read.id AND row.${sealed} = read.sealed`,
    [rows.map((it) => it.organizationId), rows.map((it) => it.id), rows.map((it) => it.sealed)],
  );
}
