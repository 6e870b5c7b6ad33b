import type { Client } from 'pg';
import type { SecretBox } from './secret-box';

/** Key of the advisory lock under which one process at a time accepts a key; an arbitrary number. */
const KEY_LOCK = 7_305_021_115;

/** A client of the service that is connected to the database. */
export interface ConnectedProcess {
  name: string;
  address: string | null;
  pid: number;
}

/** Serializes checks and changes of the accepted key until the transaction ends. */
export async function lockAcceptedKey(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [KEY_LOCK]);
}

/** Returns whether the database has the table that this file needs, which a migration creates. */
export async function canAcceptKeys(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('encryption_key') IS NOT NULL AS present`,
  );
  return rows[0]?.present === true;
}

/** Returns the fingerprint of the key that encrypts the secrets of this database; null before the first start. */
export async function acceptedFingerprint(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ fingerprint: string }>('SELECT fingerprint FROM encryption_key');
  return rows[0]?.fingerprint ?? null;
}

/** Stores the fingerprint of the key. A no-op while the database refuses writes: a later start stores it. */
export async function acceptKey(client: Client, secrets: SecretBox): Promise<void> {
  const { rows } = await client.query<{ refused: boolean }>(
    `SELECT current_setting('transaction_read_only')::boolean AS refused`,
  );
  if (rows[0]?.refused === true) return;
  await client.query(
    `INSERT INTO encryption_key (fingerprint, accepted_at) VALUES ($1, now())
     ON CONFLICT (singleton) DO UPDATE SET fingerprint = excluded.fingerprint, accepted_at = excluded.accepted_at`,
    [secrets.fingerprint],
  );
}

/** Returns the processes of the service that are connected to the database, which may use another key. */
export async function connectedProcesses(client: Client): Promise<ConnectedProcess[]> {
  await client.query('SELECT pg_stat_clear_snapshot()'); // a transaction otherwise sees the same activity throughout
  const { rows } = await client.query<ConnectedProcess>(
    `SELECT DISTINCT ON (application_name, client_addr) application_name AS name, host(client_addr) AS address, pid
       FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'billing-%'
      ORDER BY application_name, client_addr, pid`,
  );
  return rows;
}
