import { realpath } from 'node:fs/promises';
import { Client, DatabaseError } from 'pg';
import { SUPERUSER, type Cluster } from './cluster';
import { HOST } from './port';
import type { Postmaster } from './postmaster';

export const DATABASE = 'billing';

/** Key of the advisory lock that every process using the server holds in shared mode. */
const IN_USE = 7_103_221;
/** Key of the advisory lock under which one process at a time creates the database. */
const CREATING = 7_103_222;
/** SQLSTATEs of connections refused because the server is starting, stopping, recovering or full. */
const BUSY = new Set(['57P01', '57P02', '57P03', '53300']);

/**
 * A process's hold on the server: a connection with a shared advisory lock, which PostgreSQL releases when the process
 * dies. The process that gets the lock in exclusive mode is the last user.
 */
export class Hold {
  private constructor(
    readonly postmaster: Postmaster,
    private readonly client: Client,
  ) {}

  /**
   * Connects, and creates the database if it is missing. Returns 'busy' if the server reports that it cannot accept
   * connections yet, and 'silent' if it does not respond.
   *
   * @throws Error if the server refuses the password or serves another cluster
   */
  static async take(cluster: Cluster, postmaster: Postmaster): Promise<Hold | 'busy' | 'silent'> {
    let client: Client | undefined;
    try {
      client = await connect(cluster, postmaster);
      await client.query(`SELECT pg_advisory_lock_shared(${IN_USE})`);
      await assertServes(client, cluster);
      await ensureDatabase(client);
      return new Hold(postmaster, client);
    } catch (error) {
      await client?.end().catch(() => undefined);
      if (error instanceof AnotherClusterError) throw error;
      if (!(error instanceof DatabaseError)) return 'silent';
      if (BUSY.has(error.code ?? '')) return 'busy';
      throw error;
    }
  }

  /** Calls `onLost` once the connection is gone. */
  watch(onLost: () => void): void {
    this.client.once('end', onLost);
  }

  /**
   * Releases the hold. Returns true if no other process uses the server. In that case no process can take hold of it
   * before `drop`.
   */
  async release(): Promise<boolean> {
    this.client.removeAllListeners('end');
    const sql = `SELECT pg_advisory_unlock_shared(${IN_USE}), pg_try_advisory_lock(${IN_USE}) AS last`;
    const result = await this.client.query<{ last: boolean }>(sql).catch(() => undefined);
    return result?.rows[0]?.last ?? true; // a broken connection: the server is gone or must be stopped
  }

  async drop(): Promise<void> {
    this.client.removeAllListeners('end');
    await this.client.end().catch(() => undefined);
  }
}

class AnotherClusterError extends Error {}

async function connect({ password }: Cluster, { port }: Postmaster): Promise<Client> {
  // Sets `ssl` explicitly, because PGSSLMODE would otherwise apply.
  const address = { host: HOST, port, user: SUPERUSER, password, database: 'postgres', ssl: false };
  const client = new Client({ ...address, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // without a listener, a broken connection would end the process
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Checks that the server serves this data folder: a copied folder has the password and port of the original. */
async function assertServes(client: Client, { data }: Cluster): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const served = rows[0]?.data_directory ?? '';
  if ((await realpath(served).catch(() => served)) === data) return;
  throw new AnotherClusterError(`Port ${client.port} belongs to another PostgreSQL, which serves ${served}`);
}

async function ensureDatabase(client: Client): Promise<void> {
  const find = `SELECT FROM pg_database WHERE datname = '${DATABASE}'`;
  if ((await client.query(find)).rowCount !== 0) return;
  await client.query(`SELECT pg_advisory_lock(${CREATING})`);
  if ((await client.query(find)).rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.query(`SELECT pg_advisory_unlock(${CREATING})`);
}
