import { Client, type ClientConfig } from 'pg';
import { firstHostUrl, type DatabaseHost } from './database-hosts';
import { PrimaryHost } from './primary-host';

type Callback = (error: Error | null, ...rest: unknown[]) => void;

/** Reported by the server to every connection, at its start and when it changes. */
const STANDBY_PARAMETER = 'in_hot_standby';
/** Function of PostgreSQL that waits for the standby; its warnings are translated, its name is not. */
const REPLICATION_WAIT = 'SyncRepWaitForLSN';

/** The transaction is committed on the primary, but PostgreSQL stopped waiting for its standby. */
export class UnreplicatedCommitError extends Error {
  constructor() {
    super('Connection terminated: the commit was not confirmed by the standby');
  }
}

/**
 * A connection to the host that takes writes (docs/operations.md#a-standby-that-takes-over), which closes itself when a
 * statement exceeds its deadline. Otherwise the pool would reuse it, and its next user would wait behind the stuck
 * statement.
 */
export class DatabaseClient extends Client {
  /** Null if the URL has one host. */
  private readonly primary: PrimaryHost | null;
  private isUnreplicated = false;
  private isStandby = false;

  constructor(config?: string | ClientConfig) {
    const options = typeof config === 'string' ? { connectionString: config } : (config ?? {});
    const { connectionString } = options;
    super(
      connectionString === undefined
        ? options
        : { ...options, connectionString: firstHostUrl(connectionString) },
    );
    this.primary = connectionString === undefined ? null : PrimaryHost.of(connectionString);
    // The pool does not listen to a connection in use. Without a listener, the 'error' event of a lost connection
    // would end the process. The pool detects the broken connection when it is released.
    this.on('error', () => undefined);
    this.on('notice', (notice) => {
      if (notice.routine === REPLICATION_WAIT) this.isUnreplicated = true;
    });
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === STANDBY_PARAMETER) this.isStandby = parameterValue === 'on';
    });
  }

  /** Dials the host that takes writes. Overloaded like the driver's: with a callback it returns nothing. */
  override connect(...args: unknown[]): never {
    const { primary } = this;
    if (primary === null) return this.dial(...args) as never;
    const connecting = this.connectTo(primary);
    const [callback] = args as [Callback?];
    if (callback === undefined) return connecting as never;
    connecting.then(
      () => {
        callback(null, this);
      },
      (error: unknown) => {
        callback(error as Error);
      },
    );
    return undefined as never;
  }

  override query(...args: unknown[]): never {
    const call = Client.prototype.query.bind(this) as (...values: unknown[]) => unknown;
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback = last as Callback;
      const watched: Callback = (error, ...rest) => {
        const failure = error ?? this.takeUnreplicated();
        this.dropIfStuck(failure);
        callback(failure, ...rest);
      };
      return call(...args.slice(0, -1), watched) as never;
    }
    const result = call(...args);
    if (!(result instanceof Promise)) return result as never;
    const watched = this.watched(result);
    watched.catch(() => undefined); // a statement whose result nobody awaits must not end the process
    return watched as never;
  }

  private async watched(result: Promise<unknown>): Promise<unknown> {
    try {
      const value = await result;
      const failure = this.takeUnreplicated();
      if (failure !== null) throw failure;
      return value;
    } catch (error) {
      this.dropIfStuck(error);
      throw error;
    }
  }

  private async connectTo(primary: PrimaryHost): Promise<this> {
    const host = await primary.find().catch((error: unknown) => {
      this.emit('end'); // as the driver does when it cannot connect: listeners connect again
      throw error;
    });
    Object.assign(this, { host: host.host, port: host.port });
    try {
      await this.dial();
    } catch (error) {
      primary.lost(host);
      throw error;
    }
    const connection = { close: () => this.connection.stream.destroy() };
    primary.opened(connection, host);
    this.once('end', () => {
      primary.closed(connection);
    });
    this.refuseStandby(primary, host);
    return this;
  }

  private dial(...args: unknown[]): unknown {
    return (Client.prototype.connect.bind(this) as (...values: unknown[]) => unknown)(...args);
  }

  /** A host that was the primary a moment ago may have come back as a standby. */
  private refuseStandby(primary: PrimaryHost, host: DatabaseHost): void {
    if (!this.isStandby) return;
    primary.lost(host);
    this.connection.stream.destroy();
    throw new Error('Connection terminated: the host has become a standby');
  }

  /** The warning precedes the result of the COMMIT that it concerns. */
  private takeUnreplicated(): UnreplicatedCommitError | null {
    if (!this.isUnreplicated) return null;
    this.isUnreplicated = false;
    return new UnreplicatedCommitError();
  }

  private dropIfStuck(error: unknown): void {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
    this.connection.stream.destroy();
  }
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}
