import { Client, DatabaseError } from 'pg';
import { OWNER, SUPERUSER, passwordOf, type Cluster } from './cluster';
import { HOST } from './port';
import type { Postmaster } from './pg-ctl';
import { establishOwner } from './owner';

/** Key of the advisory lock that every process which uses the server holds shared. */
const IN_USE = 7_103_221;
/** SQLSTATEs of a login that does not exist yet, or may not log in until everything is its own. */
const NOT_ESTABLISHED = new Set(['28P01', '28000']);
/** SQLSTATEs of a server that starts, stops, recovers or is full. */
const BUSY = new Set(['57P01', '57P02', '57P03', '53300']);

/**
 * One process's hold on the server: a connection with a shared advisory lock, which PostgreSQL itself releases when
 * the process dies. Whoever gets the lock exclusively is the last user.
 */
export class Hold {
  private constructor(
    readonly postmaster: Postmaster,
    private readonly client: Client,
  ) {}

  /**
   * Connects as the owner, which the superuser creates if it is missing. Returns 'busy' or 'silent' when the server does
   * not serve.
   *
   * @throws DatabaseError when it refuses the password.
   */
  static async take(cluster: Cluster, postmaster: Postmaster) {
    try {
      return await Hold.connect(cluster, postmaster);
    } catch (error) {
      if (!(error instanceof DatabaseError)) return 'silent';
      if (BUSY.has(error.code ?? '')) return 'busy';
      throw error;
    }
  }

  private static async connect(cluster: Cluster, postmaster: Postmaster): Promise<Hold> {
    const asOwner = () => connect(postmaster, OWNER, passwordOf(cluster, OWNER));
    const client = await asOwner().catch(async (error: unknown) => {
      if (!(error instanceof DatabaseError) || !NOT_ESTABLISHED.has(error.code ?? '')) throw error;
      await establishOwner((database) => connect(postmaster, SUPERUSER, cluster.password, database), cluster);
      return asOwner();
    });
    try {
      await client.query(`SELECT pg_advisory_lock_shared(${IN_USE})`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return new Hold(postmaster, client);
  }

  /** Calls `onLost` once the connection is gone. */
  watch(onLost: () => void): void {
    this.client.once('end', onLost);
  }

  /** Releases the hold. Returns true if no other process uses the server; then none can start using it before `drop`. */
  async release(): Promise<boolean> {
    this.client.removeAllListeners('end');
    const sql = `SELECT pg_advisory_unlock_shared(${IN_USE}), pg_try_advisory_lock(${IN_USE}) AS last`;
    const result = await this.client.query<{ last: boolean }>(sql).catch(() => undefined);
    return result?.rows[0]?.last ?? true; // a broken connection: the server is gone or must go
  }

  async drop(): Promise<void> {
    this.client.removeAllListeners('end');
    await this.client.end().catch(() => undefined);
  }
}

async function connect({ port }: Postmaster, user: string, password: string, database = 'postgres') {
  // Without `ssl` here, PGSSLMODE would decide.
  const address = { host: HOST, port, user, password, database, ssl: false };
  const client = new Client({ ...address, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // without a listener a broken connection ends the process
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
