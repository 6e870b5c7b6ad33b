import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A client that sends its requests on one keep-alive connection. Opens another only after that one is closed.
 */
export class KeptConnection {
  /** Number of connections that were closed without a `Connection: close` in a response. */
  cut = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly seen = new WeakSet<Socket>();
  private readonly announced = new WeakSet<Socket>();
  private isClosed = false;

  /** @param socketPath Unix socket of the server */
  constructor(
    private readonly socketPath: string,
    private readonly key: string,
  ) {}

  /** Resolves with the status, or with the code of the error if there is no response. */
  send(method: string, path: string, body?: object): Promise<number | string> {
    const { agent, socketPath } = this;
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    return new Promise((resolve) => {
      const sent = request({ agent, socketPath, method, path, headers }, (response) => {
        if (response.headers.connection === 'close') this.announced.add(response.socket);
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('socket', (socket) => this.watch(socket));
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    this.isClosed = true;
    this.agent.destroy();
  }

  private watch(socket: Socket): void {
    if (this.seen.has(socket)) return;
    this.seen.add(socket);
    socket.once('close', () => {
      if (!this.isClosed && !this.announced.has(socket)) this.cut++;
    });
  }
}
