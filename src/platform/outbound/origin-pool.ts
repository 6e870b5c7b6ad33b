import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { Connector } from './connector';
import { InterimAnswers } from './interim-answers';

// Below the 5 s after which Node's own server closes an idle connection; a receiver's Keep-Alive header shortens or,
// up to the second figure, lengthens it.
const IDLE_MS = 4_000;
const LONGEST_IDLE_MS = 60_000;

/** What all pools of one client share. */
export interface OriginPoolOptions {
  connector: Connector;
  /** The largest answer header block, in bytes. */
  maxHeaderBytes: number;
}

/**
 * The connections to one origin (scheme, host and port), each carrying one request at a time. As many as there are
 * requests: endpoints of many organizations may share a host, and must not wait for each other.
 *
 * One undici Client per connection instead of undici's Pool: a connection that is still being made can be dropped, and
 * a re-send can ask for a fresh one. It is also a little faster. The most recently used connection is taken first, so
 * that spare ones fall idle and close.
 */
export class OriginPool {
  private readonly free: PooledConnection[] = [];
  private open = 0;

  /** @param onIdle called when no connection is in use any more; the pool may then be closed */
  constructor(
    private readonly origin: string,
    private readonly options: OriginPoolOptions,
    private readonly onIdle: (pool: OriginPool) => void,
  ) {}

  /** How many connections exist, used or idle. */
  get connections(): number {
    return this.open;
  }

  /** Whether no connection is in use. */
  get isIdle(): boolean {
    return this.open === this.free.length;
  }

  /** A free connection, else a new one: the caller's until it gives it back. */
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

  /** Takes back a connection whose answer was read to its end. */
  release(connection: PooledConnection): void {
    connection.idle = true;
    this.free.push(connection);
    this.reportIdle();
  }

  /** Closes a connection that cannot be used any more. */
  discard(connection: PooledConnection): void {
    this.open -= 1;
    connection.destroy();
    this.reportIdle();
  }

  /** Closes a connection; answers a new one in its place. */
  replace(connection: PooledConnection): PooledConnection {
    connection.destroy();
    return this.connect();
  }

  /** Closes the idle connections. */
  close(): void {
    for (const connection of this.free.splice(0)) {
      this.open -= 1;
      connection.destroy();
    }
  }

  /** Called by a connection whose socket closed while it was idle. */
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

/** One connection to an origin, made when it is first used and again if it was closed in between. */
export class PooledConnection {
  /** Whether it waits in the pool for its next use. */
  idle = false;
  private readonly client: Client;
  private readonly interimAnswers = new InterimAnswers();
  private current: Socket | null = null;
  /** Whose request it is that the connection is made for. */
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
      // The one deadline is the caller's: these two restart with every chunk, so a slow drip never trips them.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      allowH2: false,
    });
  }

  /** Bytes of answers read on the present socket, after decryption; 0 before there is one. */
  get bytesRead(): number {
    return this.current?.bytesRead ?? 0;
  }

  /** Sends somebody's request. Its handler is told of every failure; nothing is thrown. */
  send(onBehalfOf: string, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.onBehalfOf = onBehalfOf;
    this.interimAnswers.beginAnswer();
    this.client.dispatch(options, handler);
  }

  /** Closes the connection at once, also while it is being made. */
  destroy(): void {
    this.idle = false;
    void this.client.destroy();
    // While the connection is being made, undici does not know the socket yet.
    this.current?.destroy();
  }

  private watch(socket: Socket): void {
    this.interimAnswers.watch(socket);
    socket.once('close', () => {
      if (this.idle && this.current === socket) this.pool.forget(this);
    });
  }
}
