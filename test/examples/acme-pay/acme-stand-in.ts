import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fault } from '../../conformance/collector-bench';

interface Charge {
  id: string;
  state: 'open' | 'paid' | 'declined' | 'void';
  url: string | null;
  amount: number;
  refunded: number;
  reference: string;
  collection: string;
  decline: string | null;
  paid_at: string | null;
  token: string;
}
type Answer = readonly [status: number, body: object];

const NOT_FOUND: Answer = [404, { code: 'not_found', message: 'There is no such object.' }];

/** A stand-in for Acme Pay, which no public address is needed for. */
export class AcmeStandIn {
  readonly charges: Charge[] = [];
  readonly refunds: { id: string; charge: string; amount: number; reference: string }[] = [];
  fault: Fault | null = null;
  outcome: string | null = null;
  isDown = false;
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Pays on the page of a charge, as a click would. */
  pay(id: string, decline: string | null): void {
    const charge = this.charges.find((it) => it.id === id);
    if (charge !== undefined && charge.state !== 'void' && charge.state !== 'paid') settle(charge, decline);
  }

  net(token: string): number {
    const own = this.charges.filter((it) => it.token === token && it.state === 'paid');
    return own.reduce((sum, it) => sum + it.amount - it.refunded, 0);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isWrite = request.method === 'POST';
    const fault = isWrite ? this.fault : null;
    if (isWrite) this.fault = null;
    const token = (request.headers.authorization ?? '').slice('Bearer '.length);
    const text = Buffer.concat(chunks).toString();
    const run = (): Answer => this.answer(request, token, text === '' ? {} : (JSON.parse(text) as Body));
    if (fault === 'reset') return void request.socket.destroy();
    const [status, body] = before(this.isDown ? 'down' : fault) ?? run();
    if (fault === 'reset_after') return void request.socket.destroy();
    response.writeHead(fault === 'error_500_after' ? 500 : status).end(JSON.stringify(body));
  }

  private answer(request: IncomingMessage, token: string, body: Body): Answer {
    if (token === 'invalid') return [401, { code: 'unauthorized', message: 'The token is unknown.' }];
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://acme');
    const [, kind, id, action] = pathname.split('/');
    if (kind === 'merchant') return [200, { id: 'merchant_1' }];
    if (kind !== 'charges') return NOT_FOUND;
    if (id === undefined) {
      return request.method === 'POST' ? [200, this.create(token, body)] : this.list(token, searchParams);
    }
    const charge = this.charges.find((it) => it.id === id && it.token === token);
    if (charge === undefined) return NOT_FOUND;
    if (action === 'void') return end(charge);
    if (action !== 'refunds') return [200, charge];
    return request.method === 'POST' ? this.refund(charge, body) : [200, { refunds: this.refundsOf(charge) }];
  }

  private create(token: string, { amount = 0, reference = '', collection = '', method }: Body): Charge {
    const known = this.charges.find((it) => it.reference === reference && it.token === token);
    if (known !== undefined) return known;
    const id = `ch_${this.charges.length + 10_000}`;
    const url = method === undefined ? `${this.url}/pay/${id}` : null;
    const about = { id, url, amount, reference, collection, token };
    const charge: Charge = { ...about, state: 'open', refunded: 0, decline: null, paid_at: null };
    this.charges.push(charge);
    if (method !== undefined) settle(charge, this.outcome);
    this.outcome = null;
    return charge;
  }

  private list(token: string, query: URLSearchParams): Answer {
    const reference = query.get('reference');
    const own = this.charges.filter(
      (it) => it.token === token && it.reference === (reference ?? it.reference),
    );
    const from = own.findIndex((it) => it.id === query.get('after')) + 1;
    const charges = own.slice(from, from + 2);
    const next = from + 2 < own.length ? charges.at(-1)?.id : null;
    return [200, { charges, next }];
  }

  private refund(charge: Charge, { amount = 0, reference = '' }: Body): Answer {
    const known = this.refunds.find((it) => it.reference === reference);
    if (known !== undefined) return [200, known];
    if (charge.refunded + amount > charge.amount)
      return [422, { code: 'too_much', message: 'That is too much.' }];
    charge.refunded += amount;
    const refund = { id: `rf_${this.refunds.length}`, charge: charge.id, amount, reference };
    this.refunds.push(refund);
    return [200, refund];
  }

  private refundsOf({ id }: Charge): object[] {
    return this.refunds.filter((it) => it.charge === id);
  }
}

interface Body {
  amount?: number;
  reference?: string;
  collection?: string;
  method?: string;
}

function settle(charge: Charge, decline: string | null): void {
  charge.state = decline === null ? 'paid' : 'declined';
  charge.decline = decline;
  if (decline === null) charge.paid_at = new Date().toISOString();
}

function end(charge: Charge): Answer {
  if (charge.state === 'paid') return [409, { code: 'paid', message: 'The charge is paid.' }];
  charge.state = 'void';
  return [200, charge];
}

function before(fault: Fault | 'down' | null): Answer | null {
  if (fault === 'down') return [503, {}];
  if (fault === 'error_500') return [500, {}];
  return fault === 'rate_limit' ? [429, {}] : null;
}
