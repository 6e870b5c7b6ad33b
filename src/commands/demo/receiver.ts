import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received webhook. The body is raw, because the signatures cover its bytes. */
export interface ReceivedWebhook {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** When the body was complete, by `performance.now()`. */
  at: number;
}

/** A webhook receiver on 127.0.0.1. Paths in `broken` return 503, all others 200. */
export class Receiver {
  readonly broken = new Set<string>();
  private readonly received: ReceivedWebhook[] = [];
  private readonly watchers = new Set<() => void>();

  private constructor(
    private readonly server: Server,
    private readonly interrupted: AbortSignal,
  ) {
    server.on('request', (request, response) => this.receive(request, response));
  }

  /** @param interrupted ends all waits */
  static async start(interrupted: AbortSignal): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return new Receiver(server, interrupted);
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Waits for the n-th webhook (from 1) at a path, optionally of one event kind; returns null after `withinMs`. */
  async nth(path: string, n: number, withinMs: number, kind?: string): Promise<ReceivedWebhook | null> {
    const isMeant = (it: ReceivedWebhook): boolean =>
      it.path === path && (kind === undefined || it.headers['x-svc-event'] === kind);
    const find = (): ReceivedWebhook | null => this.received.filter(isMeant)[n - 1] ?? null;
    const found = find();
    if (found !== null) return found;
    return new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.interrupted.removeEventListener('abort', settle);
        this.watchers.delete(look);
        resolve(find());
      };
      const look = (): void => {
        if (find() !== null) settle();
      };
      const timer = setTimeout(settle, withinMs);
      this.watchers.add(look);
      this.interrupted.addEventListener('abort', settle);
    });
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const path = request.url ?? '/';
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, it]) => [name, String(it)]),
      );
      this.received.push({ path, headers, body: Buffer.concat(chunks), at: performance.now() });
      if (this.broken.has(path)) response.writeHead(503).end('down for maintenance');
      else response.end('thank you');
      for (const look of [...this.watchers]) look();
    });
  }
}
