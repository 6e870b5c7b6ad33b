import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { Connector } from './connector';
import { InterimAnswers } from './interim-answers';

// Less than the 5 s after which Node's HTTP server closes an idle connection. A Keep-Alive header of the receiver
// overrides this, up to LONGEST_IDLE_MS.
const IDLE_MS = 4_000;
const LONGEST_IDLE_MS = 60_000;

export interface OriginPoolOptions {
  connector: Connector;
  /** Maximum size of the response headers, in bytes. */
  maxHeaderBytes: number;
}

/**
 * The connections to one origin (scheme, host and port). Every request in flight has its own connection, because
 * endpoints of many organizations may share a host and must not wait for each other.
 *
 * Uses one undici Client per connection instead of undici's Pool: a connection can be dropped while it is being
 * established, and a resend can use a new one. Takes the most recently used connection first, so that surplus
 * connections become idle and close.
 */
export class OriginPool {
  private readonly free: PooledConnection[] = [];
  private open = 0;

  /** @param onIdle called whenever no connection is in use any more; the pool may then be closed */
  constructor(
    private readonly origin: string,
    private readonly options: OriginPoolOptions,
    private readonly onIdle: (pool: OriginPool) => void,
  ) {}

  /** Number of connections, in use or idle. */
  get connections(): number {
    return this.open;
  }

  /** Whether no connection is in use; true if there are none. */
  get isIdle(): boolean {
    return this.open === this.free.length;
  }

  /** Returns an idle connection or a new one. The caller must release, replace or discard it. */
  take(): PooledConnection {
    const connection = this.free.pop();
    if (connection !== undefined) {
      connection.idle = false;
      return connection;
    }
    const made = this.connect();
    this.open += 1;
    return made;
  }

  /** Returns a connection to the pool after its response has been read to the end. */
  release(connection: PooledConnection): void {
    connection.idle = true;
    this.free.push(connection);
    this.reportIdle();
  }

  /** Closes a connection that cannot be reused. */
  discard(connection: PooledConnection): void {
    this.open -= 1;
    connection.destroy();
    this.reportIdle();
  }

  /** Closes a connection that is in use, and returns a new one for the same caller. */
  replace(connection: PooledConnection): PooledConnection {
    connection.destroy();
    return this.connect();
  }

  /** Closes the idle connections. Those in use stay open. */
  close(): void {
    for (const connection of this.free.splice(0)) {
      this.open -= 1;
      connection.destroy();
    }
  }

  /** Called by a connection whose socket has closed while it was idle. */
  forget(connection: PooledConnection): void {
    const index = this.free.indexOf(connection);
    if (index === -1) return;
    this.free.splice(index, 1);
    this.open -= 1;
    connection.destroy();
    this.reportIdle();
  }

  private connect(): PooledConnection {
    return new PooledConnection(this.origin, this.options, this);
  }

  private reportIdle(): void {
    if (this.isIdle) this.onIdle(this);
  }
}

/** A connection to an origin. The first request establishes it; later requests establish it again if it has closed. */
export class PooledConnection {
  /** Whether the connection is in the pool, waiting for its next use. */
  idle = false;
  private readonly client: Client;
  private readonly interimAnswers = new InterimAnswers();
  private current: Socket | null = null;
  /** ID of the organization of the latest request, whose share of DNS lookups a new connection uses. */
  private onBehalfOf = '';

  constructor(
    origin: string,
    { connector, maxHeaderBytes }: OriginPoolOptions,
    private readonly pool: OriginPool,
  ) {
    this.client = new Client(origin, {
      connect: (target, callback) => {
        const socket = connector.dial(target, this.onBehalfOf, callback);
        this.current = socket;
        if (socket !== null) this.watch(socket);
      },
      maxHeaderSize: maxHeaderBytes,
      // Off: these timeouts restart with every chunk, so a slow drip never reaches them. The caller enforces one
      // deadline instead.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      allowH2: false,
    });
  }

  /** Bytes of responses read from the current socket, after decryption; 0 without a socket. */
  get bytesRead(): number {
    return this.current?.bytesRead ?? 0;
  }

  /** Sends a request. Reports every failure to the handler; never throws. */
  send(onBehalfOf: string, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.onBehalfOf = onBehalfOf;
    this.interimAnswers.beginAnswer();
    this.client.dispatch(options, handler);
  }

  /** Closes the connection immediately, even while it is being established. */
  destroy(): void {
    this.idle = false;
    void this.client.destroy();
    // Until the connection is established, undici does not know the socket and cannot close it.
    this.current?.destroy();
  }

  private watch(socket: Socket): void {
    this.interimAnswers.watch(socket);
    socket.once('close', () => {
      if (this.idle && this.current === socket) this.pool.forget(this);
    });
  }
}
