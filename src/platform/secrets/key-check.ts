import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Config } from '../config/config';
import { withClient } from '../database/with-client';
import { logger } from '../observability/logger';
import {
  acceptKey,
  acceptedFingerprint,
  canAcceptKeys,
  connectedProcesses,
  lockAcceptedKey,
} from './accepted-key';
import { createKeyFile, keyFileOf, readEncryptionKey, type EncryptionKey } from './encryption-key';
import { SecretBox } from './secret-box';
import { anyRows, isReadable, sampleOf, type SealedTable } from './sealed-tables';

/** A backend remains visible for a moment after its client has closed the connection. */
const LOOKS = 5;
const LOOK_MS = 200;

/** The configured key is not the one that encrypted the secrets in the database. */
export class LostKeyError extends Error {}

/**
 * Returns the configured encryption key after checking that it is the one that encrypted the secrets in the database
 * (docs/operations.md#a-lost-encryption-key). The first start of an embedded installation creates the key file. The check
 * compares a fingerprint, so its cost does not grow with the number of secrets.
 *
 * @throws LostKeyError with the remedy if the key is another one, or is missing although the database holds secrets;
 * KeyFileError
 */
export async function usableEncryptionKey(
  url: string,
  config: Config,
  tables: readonly SealedTable[],
): Promise<EncryptionKey> {
  return underKeyLock(url, config, async (client) => {
    const hasTable = await canAcceptKeys(client);
    const key = readEncryptionKey(config) ?? (await firstKey(client, config, hasTable ? tables : []));
    // Without the table, migrations are missing and the start is refused for that reason.
    if (hasTable) await verify(client, key, tables);
    return key;
  });
}

/**
 * Checks once more that the key is the accepted one. Call it when the process is connected to the database: until then,
 * another process that starts can't see it and could have accepted another key.
 *
 * @throws LostKeyError with the remedy
 */
export async function assertKeyIsAccepted(url: string, config: Config, key: string): Promise<void> {
  const accepted = await underKeyLock(url, config, acceptedFingerprint);
  if (accepted === null || accepted === new SecretBox(key).fingerprint) return;
  throw new LostKeyError(
    'Another process that started at the same time has another encryption key. All processes need the same key: ' +
      'correct it, then start again.',
  );
}

/** Runs `work` in a transaction while no other process can accept a key. */
export async function underKeyLock<T>(
  url: string,
  config: Config,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const settings = {
    connectionString: url,
    application_name: 'encryption-key',
    connectionTimeoutMillis: config.database.timeoutMs,
  };
  return withClient(settings, async (client) => {
    await client.query('BEGIN');
    await lockAcceptedKey(client);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}

async function firstKey(
  client: Client,
  config: Config,
  tables: readonly SealedTable[],
): Promise<EncryptionKey> {
  const encrypted = await anyRows(client, tables);
  const path = keyFileOf(config);
  if (encrypted.length > 0) throw new LostKeyError(refusal(`${path} is missing`, path, encrypted));
  createKeyFile(config);
  return readEncryptionKey(config) ?? firstKey(client, config, tables);
}

async function verify(client: Client, key: EncryptionKey, tables: readonly SealedTable[]): Promise<void> {
  const secrets = new SecretBox(key.value);
  const accepted = await acceptedFingerprint(client);
  if (accepted === secrets.fingerprint) return;
  const { source } = key;
  if (accepted === null) await verifyBySample(client, secrets, source, tables);
  else {
    const encrypted = await anyRows(client, tables);
    if (encrypted.length > 0) throw new LostKeyError(refusal(`${source} has another key`, source, encrypted));
    await assertNoOtherProcess(client, source);
  }
  await acceptKey(client, secrets);
}

/** Checks the key of an installation whose earlier versions stored no fingerprint. */
async function verifyBySample(
  client: Client,
  secrets: SecretBox,
  source: string,
  tables: readonly SealedTable[],
): Promise<void> {
  let [readable, unreadable] = [0, 0];
  const encrypted: SealedTable[] = [];
  for (const table of tables) {
    const rows = await sampleOf(client, table);
    const opened = rows.filter((row) => isReadable(secrets, table, row)).length;
    readable += opened;
    unreadable += rows.length - opened;
    if (rows.length > 0) encrypted.push(table);
  }
  if (unreadable > 0 && readable === 0) {
    throw new LostKeyError(refusal(`${source} has another key`, source, encrypted));
  }
  if (unreadable > 0) {
    logger.error(
      'The encryption key does not open some of the stored secrets. Run "npm run doctor", which finds them',
    );
  }
}

/**
 * Checks that no other process of the service is connected, because it may use another key.
 *
 * @throws LostKeyError
 */
export async function assertNoOtherProcess(client: Client, source: string): Promise<void> {
  let [other] = await connectedProcesses(client);
  for (let look = 1; other !== undefined && look <= LOOKS; look++) {
    await sleep(LOOK_MS);
    [other] = await connectedProcesses(client);
  }
  if (other === undefined) return;
  throw new LostKeyError(
    `${source} may have another key than ${other.name} at ${other.address ?? 'this machine'}, which uses the same ` +
      'database. All processes need the same key: correct it, or stop the other processes first.',
  );
}

function refusal(problem: string, source: string, encrypted: readonly SealedTable[]): string {
  const what = encrypted.map((it) => it.what).join(', ');
  return `${problem}, and the database holds ${what} that the service could not decrypt. ${remedyFor(source)}`;
}

/** Says what to do if the key of this source is not the one that encrypted the secrets. */
export function remedyFor(source: string): string {
  const restore =
    source === 'ENCRYPTION_KEY'
      ? 'Set ENCRYPTION_KEY to the key with which the service ran before.'
      : `Restore ${source} from the backup, or set ENCRYPTION_KEY to the key that it contained.`;
  return (
    `${restore} If the key is lost for good, run "npm run doctor -- --accept-new-key" with the same settings: it lists ` +
    'the lost secrets, each of which must then be rotated or entered again.'
  );
}
