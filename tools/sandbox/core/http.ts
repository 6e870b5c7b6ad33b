import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseForm } from './form';

/** A request as routes see it. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  readonly text: string;
}

export interface Answer {
  readonly status: number;
  /** JSON, or the text of a page. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What happens to the connection instead of an answer: it stays silent, or breaks. */
export type NoAnswer = 'silence' | 'reset';
export type Handler = (request: Request) => Answer | NoAnswer;

const LARGEST_BODY = 1024 * 1024;
/** Longer than clients keep an idle connection: one that the server closes first loses the request just written on it. */
const KEEP_ALIVE_MS = 120_000;

/** Serves a handler on loopback only. Nothing here is for the network. */
export class LocalServer {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async listen(port: number, handler: Handler): Promise<LocalServer> {
    const server = createServer((request, response) => {
      serve(request, response, handler).catch((error: unknown) => fail(response, error));
    });
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return new LocalServer(server, (server.address() as AddressInfo).port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, handler: Handler): Promise<void> {
  const text = await bodyOf(request);
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const answer = handler({
    method: request.method ?? 'GET',
    path: url.pathname,
    params: {},
    query: parseForm(url.search.slice(1)),
    headers: request.headers,
    body: parsed(text, request.headers['content-type'] ?? ''),
    text,
  });
  if (answer === 'silence') return; // until the caller gives up
  if (answer === 'reset') {
    request.socket.destroy();
    return;
  }
  send(response, answer);
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const isPage = typeof body === 'string';
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(isPage ? body : JSON.stringify(body));
}

function fail(response: ServerResponse, error: unknown): void {
  process.stderr.write(
    `The sandbox failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
  );
  if (!response.headersSent) send(response, { status: 500, body: { error: 'The sandbox failed.' } });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error('The request is longer than 1 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns undefined for JSON that is none: dialects refuse it in their own words. */
function parsed(text: string, contentType: string): unknown {
  if (text === '') return {};
  if (contentType.startsWith('application/x-www-form-urlencoded')) return parseForm(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
