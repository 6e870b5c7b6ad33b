import { Client, DatabaseError } from 'pg';
import { logger } from '../observability/logger';
import { hostsOf, urlOf, type DatabaseHost } from './database-hosts';

const PROBE_TIMEOUT_MS = 1500;

/** None of the hosts accepts writes at the moment, as in the seconds of a failover. */
export class NoPrimaryError extends Error {
  constructor() {
    super('Connection terminated: no host of the database accepts writes');
  }
}

/** A connection to one of the hosts. */
interface HostConnection {
  close(): void;
}

/**
 * Knows which of several hosts takes writes. All connections of the process share it, so that they change to another
 * host together (docs/operations.md#a-standby-that-takes-over).
 */
export class PrimaryHost {
  private static readonly known = new Map<string, PrimaryHost>();

  private current: DatabaseHost | null = null;
  private searching: Promise<DatabaseHost> | null = null;
  private readonly connections = new Map<HostConnection, DatabaseHost>();

  private constructor(
    private readonly url: string,
    private readonly hosts: readonly DatabaseHost[],
  ) {}

  /** Returns what is known about the hosts of the URL, or null if it has only one. */
  static of(url: string): PrimaryHost | null {
    const hosts = hostsOf(url);
    if (hosts.length < 2) return null;
    const known = PrimaryHost.known.get(url) ?? new PrimaryHost(url, hosts);
    PrimaryHost.known.set(url, known);
    return known;
  }

  /**
   * Returns the host that takes writes: the one of the last connection, else the first one of the list.
   *
   * @throws NoPrimaryError, or the first refusal of a server, such as a wrong password
   */
  async find(): Promise<DatabaseHost> {
    if (this.current !== null) return this.current;
    this.searching ??= this.search().finally(() => {
      this.searching = null;
    });
    return this.searching;
  }

  /** Remembers an open connection, which is closed when another host takes over. */
  opened(connection: HostConnection, host: DatabaseHost): void {
    this.connections.set(connection, host);
  }

  closed(connection: HostConnection): void {
    this.connections.delete(connection);
  }

  /** Reports that a host could not be reached or takes no writes: the next connection searches again. */
  lost(host: DatabaseHost): void {
    if (this.current === host) this.current = null;
  }

  private async search(): Promise<DatabaseHost> {
    let refusal: DatabaseError | undefined;
    for (const host of this.hosts) {
      try {
        if (await takesWrites(urlOf(this.url, host))) {
          this.change(host);
          return host;
        }
      } catch (error) {
        logger.debug(
          { host: host.host, port: host.port, reason: (error as Error).message },
          'Database host unavailable',
        );
        if (error instanceof DatabaseError) refusal ??= error;
      }
    }
    throw refusal ?? new NoPrimaryError();
  }

  /** Closes connections to other hosts at once: a node that was cut off would let each of them wait for its deadline. */
  private change(host: DatabaseHost): void {
    this.current = host;
    const others = [...this.connections].filter(([, it]) => it !== host);
    if (others.length > 0)
      logger.warn(
        { host: host.host, port: host.port, closed: others.length },
        'Database changed to another host',
      );
    for (const [connection] of others) connection.close();
  }
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    application_name: 'billing-probe',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby === false;
  } finally {
    void client.end().catch(() => undefined);
  }
}
