import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { Connector } from './connector';
import { InterimAnswers } from './interim-answers';

// Below the 5 s after which Node's own server closes an idle connection; a receiver's Keep-Alive header shortens or,
// up to the second figure, lengthens it.
const IDLE_MS = 4_000;
const LONGEST_IDLE_MS = 60_000;

/** Something that waits for a connection of a pool and then uses it for one request. */
export interface PoolTask {
  runOn(connection: PooledConnection): void;
}

/** What all pools of one client share. */
export interface OriginPoolOptions {
  connector: Connector;
  /** Connections per origin; further requests wait for one. */
  connections: number;
  /** The largest answer header block, in bytes. */
  maxHeaderBytes: number;
}

/**
 * The connections to one origin (scheme, host and port), each carrying one request at a time.
 *
 * One undici Client per connection instead of undici's Pool: a request that gives up while it waits leaves the queue
 * at once, a connection that is still being made can be dropped, and a re-send can ask for a fresh connection. It is
 * also a little faster. The most recently used connection is taken first, so that spare ones fall idle and close.
 */
export class OriginPool {
  private readonly free: PooledConnection[] = [];
  private readonly waiting = new Set<PoolTask>();
  private open = 0;

  /** @param onIdle called when nothing runs or waits any more; the pool may then be closed */
  constructor(
    private readonly origin: string,
    private readonly options: OriginPoolOptions,
    private readonly onIdle: (pool: OriginPool) => void,
  ) {}

  /** How many connections exist, used or idle. */
  get connections(): number {
    return this.open;
  }

  /** Whether no request runs or waits. */
  get isIdle(): boolean {
    return this.open === this.free.length && this.waiting.size === 0;
  }

  /** Runs a task on a free connection, else on a new one, else when one becomes free. */
  run(task: PoolTask): void {
    const connection = this.free.pop() ?? this.connect();
    if (connection === null) this.waiting.add(task);
    else use(connection, task);
  }

  /** Gives up a task that still waits. */
  cancel(task: PoolTask): void {
    this.waiting.delete(task);
    this.reportIdle();
  }

  /** Takes back a connection whose answer was read to its end. */
  release(connection: PooledConnection): void {
    const next = this.nextWaiting();
    if (next !== undefined) {
      next.runOn(connection);
      return;
    }
    connection.idle = true;
    this.free.push(connection);
    this.reportIdle();
  }

  /** Closes a connection that cannot be used any more, and lets a waiting task have its place. */
  discard(connection: PooledConnection): void {
    this.open -= 1;
    connection.destroy();
    const next = this.nextWaiting();
    if (next !== undefined) this.run(next);
    else this.reportIdle();
  }

  /** Closes a connection and runs the task on a new one in its place, ahead of those that wait. */
  replace(connection: PooledConnection, task: PoolTask): void {
    connection.destroy();
    task.runOn(new PooledConnection(this.origin, this.options, this));
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

  private connect(): PooledConnection | null {
    if (this.open >= this.options.connections) return null;
    this.open += 1;
    return new PooledConnection(this.origin, this.options, this);
  }

  private nextWaiting(): PoolTask | undefined {
    const [next] = this.waiting;
    if (next !== undefined) this.waiting.delete(next);
    return next;
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

function use(connection: PooledConnection, task: PoolTask): void {
  connection.idle = false;
  task.runOn(connection);
}
