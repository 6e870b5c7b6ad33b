import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { receiverModes } from './receiver-modes';

/** A request that reached the receiver. */
export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Number of the connection that carried the request, from 1. */
  connection: number;
}

/** Options of a receiver: the `host` it listens on (default 127.0.0.1), and `tls` for an HTTPS server. */
export interface ReceiverOptions {
  host?: string;
  tls?: ServerOptions;
}

/**
 * An HTTP server on a free port that misbehaves according to the first segment of the path (see
 * `receiverModes`) and records every request and connection.
 */
export class MisbehavingReceiver {
  /** Requests whose body arrived in full, in order. */
  readonly requests: ReceivedRequest[] = [];
  /** Number of accepted connections. */
  connections = 0;

  private readonly sockets = new Set<Socket>();
  private readonly connectionNumbers = new WeakMap<Socket, number>();
  private readonly turns = new WeakMap<Socket, number>();
  private readonly watchers = new Set<() => void>();

  private constructor(
    private readonly server: Server,
    private readonly scheme: 'http' | 'https',
  ) {
    server.keepAliveTimeout = 60_000;
    server.requestTimeout = 0;
    server.on('connection', (socket: Socket) => {
      this.accept(socket);
    });
    if (scheme === 'https')
      server.on('secureConnection', (socket: Socket) => {
        this.number(socket);
      });
    server.on('request', (request, response) => {
      this.receive(request, response);
    });
  }

  /** Starts a receiver. The test must stop it. */
  static async start({ host = '127.0.0.1', tls }: ReceiverOptions = {}): Promise<MisbehavingReceiver> {
    const server = tls ? createTlsServer(tls) : createServer();
    const receiver = new MisbehavingReceiver(server, tls ? 'https' : 'http');
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, host, resolve);
    });
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Number of open connections. */
  get openConnections(): number {
    return this.sockets.size;
  }

  /** Returns the URL of a mode, such as `status/500`, with this host (default 127.0.0.1). */
  url(mode: string, host = '127.0.0.1'): string {
    return `${this.scheme}://${host}:${this.port}/${mode}`;
  }

  /** Returns the requests to a mode, or to a mode and its argument. */
  requestsTo(mode: string): ReceivedRequest[] {
    return this.requests.filter(({ path }) => path === `/${mode}` || new RegExp(`^/${mode}[/?]`).test(path));
  }

  /** Resolves as soon as `condition` holds; checked at each request, and when a connection opens or closes. */
  until(condition: (receiver: this) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition(this)) return;
        this.watchers.delete(check);
        resolve();
      };
      this.watchers.add(check);
      check();
    });
  }

  /** Closes all connections and keeps listening. */
  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Closes all connections and stops listening. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.dropConnections();
    await closed;
  }

  private accept(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    if (this.scheme === 'http') this.number(socket);
    // Tests cut connections on purpose.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.sockets.delete(socket);
      this.notify();
    });
    this.notify();
  }

  private number(socket: Socket): void {
    this.connectionNumbers.set(socket, this.connections);
    socket.on('error', () => undefined);
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      this.record(request, Buffer.concat(chunks));
      this.answer(request, response);
      this.notify();
    });
  }

  private record(request: IncomingMessage, body: Buffer): void {
    this.requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
      connection: this.connectionNumbers.get(request.socket) ?? 0,
    });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const turn = (this.turns.get(socket) ?? 0) + 1;
    this.turns.set(socket, turn);

    const url = new URL(request.url ?? '/', 'http://receiver');
    const [mode = '', argument = ''] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const misbehave = receiverModes[mode];
    if (misbehave) misbehave({ request, response, socket, argument, query: url.searchParams, turn });
    else response.writeHead(404).end(`no mode ${mode}`);
  }

  private notify(): void {
    for (const check of [...this.watchers]) check();
  }
}
