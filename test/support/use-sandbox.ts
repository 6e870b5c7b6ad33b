import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Sandbox } from '../../tools/sandbox/sandbox';
import type { LedgerEntry } from '../../tools/sandbox/core/ledger';
import { eventually } from './eventually';

/** A notification as the sandbox sent it. */
export interface ReceivedNotification {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The control routes of a running sandbox, as users of it call them. */
export class SandboxControl {
  readonly received: ReceivedNotification[] = [];

  constructor(readonly sandbox: Sandbox) {}

  urlOf(provider: string): string {
    const url = this.sandbox.urls[provider];
    if (url === undefined) throw new Error(`The sandbox has no ${provider}`);
    return url;
  }

  async call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(this.sandbox.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { ...((await response.json()) as Record<string, unknown>), httpStatus: response.status };
  }

  script(rule: Record<string, unknown>): Promise<unknown> {
    return this.call('POST', '/script', rule);
  }

  advance(seconds: number): Promise<unknown> {
    return this.call('POST', '/clock', { advance_seconds: seconds });
  }

  async ledger(): Promise<LedgerEntry[]> {
    return (await this.call('GET', '/ledger')).entries as LedgerEntry[];
  }

  /** Returns captures minus refunds of a payment. */
  async netOf(paymentId: string): Promise<number> {
    const signs = { capture: 1, refund: -1, refund_failed: 1, reversal: -1, reinstatement: 1 };
    const own = (await this.ledger()).filter((it) => it.payment_id === paymentId);
    return own.reduce((sum, it) => sum + signs[it.type] * it.amount, 0);
  }

  /** Pays on a hosted page, as a click would. */
  async pay(url: string, behavior = 'succeed'): Promise<Record<string, unknown>> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ behavior }),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  /** Waits until notifications of these types have arrived, and returns all types in order. */
  async types(typeOf: (body: string) => string[], wanted: readonly string[]): Promise<string[]> {
    const all = (): string[] => this.received.flatMap((it) => typeOf(it.body));
    await eventually(() => (wanted.every((it) => all().includes(it)) ? true : null));
    return all();
  }
}

/** A bank debit is submitted, confirmed and paid out, one after the other. */
const SETTLING_STEPS = 5;

/** Starts a sandbox for the file, with a receiver of the notifications of every provider. */
export function useSandbox(secret = 'whsec_c2FuZGJveC1zZWNyZXQtMTIzNDU2Nzg5MA=='): () => SandboxControl {
  let control: SandboxControl;
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      control.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(200).end();
    });
  });
  beforeAll(async () => {
    const sandbox = await Sandbox.start({ port: 0, folder: null, bankDelayMs: 50 });
    control = new SandboxControl(sandbox);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    for (const provider of Object.keys(sandbox.urls)) {
      await control.call('PUT', '/endpoints', { provider, url, secret });
    }
  });
  beforeEach(async () => {
    await control.call('DELETE', '/script');
    // What the test before has left happens now, not in the middle of this one.
    for (let n = 0; n < SETTLING_STEPS; n++) await control.advance(1);
    await eventually(async () => ((await control.call('GET', '/notifications')).pending === 0 ? true : null));
    control.received.length = 0;
  });
  afterAll(async () => {
    await control.sandbox.close();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });
  return () => control;
}
