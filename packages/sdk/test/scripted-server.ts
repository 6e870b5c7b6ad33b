import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that reached the server. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A response of the server; `lost` breaks the connection, `silent` never responds. */
export type ScriptedReply =
  | 'lost'
  | 'silent'
  | { status: number; headers?: Record<string, string>; body?: unknown };

/** An HTTP server that returns the given replies in turn, and records the requests. */
export class ScriptedServer {
  readonly requests: ReceivedRequest[] = [];
  /** Called after each request has been recorded. */
  onRequest: (request: ReceivedRequest) => void = () => undefined;
  private replies: ScriptedReply[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => this.receive(request, response));
  }

  static async start(): Promise<ScriptedServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ScriptedServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Forgets the recorded requests, and sets the replies to the next ones. */
  script(...replies: ScriptedReply[]): void {
    this.requests.length = 0;
    this.onRequest = () => undefined;
    this.replies = replies;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, body: Buffer.concat(chunks).toString() };
      this.requests.push(received);
      this.onRequest(received);
      this.reply(this.replies.shift() ?? { status: 200, body: {} }, response);
    });
  }

  private reply(reply: ScriptedReply, response: ServerResponse): void {
    if (reply === 'silent') return;
    if (reply === 'lost') {
      response.destroy();
      return;
    }
    const { status, headers = {}, body } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
  }
}

/** An error response of the service. */
export function problem(status: number, code: string, fields: object = {}): { status: number; body: object } {
  const body = {
    type: `urn:billing:error:${code}`,
    title: 'Error',
    status,
    detail: 'It failed.',
    code,
    request_id: 'r1',
  };
  return { status, body: { ...body, ...fields } };
}
