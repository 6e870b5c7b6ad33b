import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { eventually } from '../support/eventually';
import { reportFigures } from '../support/long-form';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const CONNECTIONS = 1000;
/** A client of each kind sends a byte this often. */
const DRIP_MS = 1000;
/** Requests must be complete after 30 s; the rest is for a busy machine. */
const CLOSED_WITHIN_MS = 40_000;
/** A request takes a few milliseconds. */
const SERVED_WITHIN_MS = 2000;

let database: TestDatabase;
let api: ServiceProcess;
let client: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await ServiceProcess.start({ role: 'api', databaseUrl: database.url });
  client = await ApiClient.signUp(api.url);
}, 90_000);
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await database.drop();
});

/** A connection that never sends a complete request. */
class SlowClient {
  /** Everything that the server sent. */
  said = '';
  private readonly socket: Socket;

  /** @param start what it sends at once, followed by one byte after the other; nothing for an idle connection */
  constructor(
    readonly start: string,
    { url }: ServiceProcess = api,
  ) {
    const { port } = new URL(url);
    this.socket = connect(Number(port), '127.0.0.1');
    this.socket.on('error', () => undefined); // the server may reset the connection
    this.socket.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    if (start !== '') void this.drip();
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  private async drip(): Promise<void> {
    this.socket.write(this.start);
    while (this.isOpen) {
      await sleep(DRIP_MS);
      this.socket.write('x');
    }
  }
}

const HEAD = 'POST /v1/payments/webhook/stripe HTTP/1.1\r\nHost: localhost\r\n';
const SLOW_BODY = `${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
const STARTS = ['', `${HEAD}X-Slow: `, SLOW_BODY];

it(
  '1,000 connections without a complete request are closed after their timeout and delay no other client',
  async () => {
    const slow = Array.from(
      { length: CONNECTIONS },
      (_, n) => new SlowClient(STARTS[n % STARTS.length] ?? ''),
    );
    const startedAt = performance.now();
    const statuses = new Set<number>();
    let slowestMs = 0;
    while (slow.some((it) => it.isOpen) && performance.now() - startedAt < CLOSED_WITHIN_MS) {
      const answers = await Promise.all([
        client.request('GET', '/v1/customers'),
        client.request('POST', '/v1/customers', { external_id: String(performance.now()) }),
      ]);
      for (const { status, ms } of answers) {
        statuses.add(status);
        slowestMs = Math.max(slowestMs, ms);
      }
      await sleep(100);
    }
    reportFigures('slow clients', { slowestMs, closedMs: performance.now() - startedAt });
    expect(slow.filter((it) => it.isOpen)).toHaveLength(0);
    expect([...statuses].sort()).toEqual([200, 201]);
    expect(slowestMs).toBeLessThan(SERVED_WITHIN_MS);
    const answers = slow.map((it) => `${it.start === '' ? 'idle' : 'slow'} ${it.said.slice(9, 12)}`);
    expect([...new Set(answers)].sort()).toEqual(['idle 408', 'slow 408']);
  },
  CLOSED_WITHIN_MS + 30_000,
);

it('a request that never completes delays the exit of a stopping process to at most 20 s and is logged', async () => {
  const env = { SHUTDOWN_DELAY_MS: '3000' };
  const service = await ServiceProcess.start({ role: 'api', databaseUrl: database.url, env });
  const slow = new SlowClient(SLOW_BODY, service);
  await sleep(DRIP_MS);
  const { code, ms } = await service.terminate();
  expect(code).toBe(1);
  expect(ms).toBeGreaterThan(15_000);
  expect(ms).toBeLessThan(20_500);
  expect(service.log).toMatch(/"open_connections":1,"deliveries_in_flight":0,"msg":"Not stopped after /);
  await eventually(() => (slow.isOpen ? null : true));
}, 60_000);
