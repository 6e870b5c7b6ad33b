import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A delivery that reached the receiver. */
export interface Arrival {
  /** Path of the endpoint's URL. */
  path: string;
  deliveryId: string;
  attempt: number;
  headers: IncomingMessage['headers'];
  /** SHA-256 of the body, in hex. */
  digest: string;
  /** When the body was complete, in ms of the monotonic clock. */
  at: number;
  /** Requests to the same endpoint in flight, including this one. */
  concurrent: number;
}

/** The response of the receiver: a status, after a delay or once a promise resolves. */
export interface ReceiverAnswer {
  status: number;
  delayMs?: number;
  after?: Promise<unknown>;
}

/** Decides the response to a delivery. */
export type AnswerRule = (arrival: Arrival, body: Buffer) => ReceiverAnswer;

/** A well-behaved receiver that records the deliveries and their concurrency. */
export class RecordingReceiver {
  readonly arrivals: Arrival[] = [];
  /** Maximum number of concurrent requests for one endpoint, and for one delivery. */
  mostPerEndpoint = 0;
  mostPerDelivery = 0;
  answer: AnswerRule = () => ({ status: 200 });

  private readonly underWay = new Map<string, number>();
  private readonly watchers = new Set<() => void>();

  private constructor(private readonly server: Server) {
    server.keepAliveTimeout = 120_000;
    server.on('request', (request, response) => this.receive(request, response));
  }

  static async start(): Promise<RecordingReceiver> {
    const server = createServer();
    const receiver = new RecordingReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** Returns the URL of an endpoint of this receiver. */
  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Resolves as soon as the condition holds; checked at each arrival. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return;
        this.watchers.delete(check);
        resolve();
      };
      this.watchers.add(check);
      check();
    });
  }

  /** Number of arrivals whose delivery had arrived before. */
  get duplicates(): number {
    return this.arrivals.length - new Set(this.arrivals.map((it) => it.deliveryId)).size;
  }

  /** Forgets all arrivals. */
  reset(): void {
    this.arrivals.length = 0;
    this.mostPerEndpoint = 0;
    this.mostPerDelivery = 0;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined); // tests kill senders
    request.once('end', () => void this.handle(request, response, Buffer.concat(chunks)));
  }

  private async handle(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const path = request.url ?? '/';
    const deliveryId = String(request.headers['x-svc-webhook-id']);
    const concurrent = this.begin(path);
    this.mostPerEndpoint = Math.max(this.mostPerEndpoint, concurrent);
    this.mostPerDelivery = Math.max(this.mostPerDelivery, this.begin(deliveryId));
    let over = false;
    const finish = (): void => {
      if (over) return;
      over = true;
      this.end(path);
      this.end(deliveryId);
    };
    response.once('close', finish); // the sender has timed out or is gone
    const arrival: Arrival = {
      path,
      deliveryId,
      attempt: Number(request.headers['x-svc-attempt']),
      headers: request.headers,
      digest: createHash('sha256').update(body).digest('hex'),
      at: performance.now(),
      concurrent,
    };
    this.arrivals.push(arrival);
    const { status, delayMs = 0, after } = this.answer(arrival, body);
    for (const check of [...this.watchers]) check();
    if (delayMs > 0) await sleep(delayMs);
    await after;
    finish(); // before the sender sees the response; otherwise its next request would count as concurrent
    response.writeHead(status).end('received');
  }

  private begin(key: string): number {
    const count = (this.underWay.get(key) ?? 0) + 1;
    this.underWay.set(key, count);
    return count;
  }

  private end(key: string): void {
    const count = (this.underWay.get(key) ?? 1) - 1;
    if (count === 0) this.underWay.delete(key);
    else this.underWay.set(key, count);
  }
}
