import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { Haproxy, hasHaproxy, type ProxyMode } from '../support/haproxy';
import { KeptConnection } from '../support/kept-connection';
import { reportFigures, scaled } from '../support/long-form';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const REQUESTS = scaled(500, 10_000);
const STOPS = scaled(2, 20);
/** The signals that stop a process in turn. */
const SIGNALS = ['SIGHUP', 'SIGTERM'] as const;
/** Number of clients in each mode of the proxy. */
const CLIENTS = 4;
const PAUSE_MS = 40;
/** Twenty quick health checks, so that the balancer notices a stopping process; in the long form that of production. */
const DELAY_MS = scaled(2000, 5000);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await database.drop();
});

const start = (): Promise<ServiceProcess> =>
  ServiceProcess.start({
    role: 'api',
    databaseUrl: database.url,
    env: { SHUTDOWN_DELAY_MS: String(DELAY_MS) },
  });

const portOf = ({ url }: ServiceProcess): number => Number(new URL(url).port);

async function createKey({ url }: ServiceProcess): Promise<string> {
  const response = await fetch(`${url}/v1/organizations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ name: 'Fault' }),
  });
  return ((await response.json()) as { api_key: { raw_key: string } }).api_key.raw_key;
}

/** Sends reads and writes through the balancer on keep-alive connections. */
class Load {
  /** The status of each response, or the error of a request without a response. */
  readonly results: (number | string)[] = [];
  private readonly clients: KeptConnection[];
  private readonly running: Promise<unknown>;
  private stopped = false;

  constructor(balancer: Haproxy, mode: ProxyMode, key: string) {
    const path = balancer.socketPath(mode);
    this.clients = Array.from({ length: CLIENTS }, () => new KeptConnection(path, key));
    this.running = Promise.all(this.clients.map((it) => this.send(it)));
  }

  /** Number of connections that were closed without `Connection: close`. */
  get cut(): number {
    return this.clients.reduce((sum, it) => sum + it.cut, 0);
  }

  get failures(): (number | string)[] {
    return this.results.filter((it) => it !== 200 && it !== 201);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
    for (const client of this.clients) client.close();
  }

  private async send(client: KeptConnection): Promise<void> {
    while (!this.stopped) {
      this.results.push(await client.send('GET', '/v1/customers?limit=1'));
      this.results.push(await client.send('POST', '/v1/customers', { external_id: randomUUID() }));
      await sleep(PAUSE_MS); // otherwise the load would slow down starting processes
    }
  }
}

/** Stops the processes in turn and replaces each, except the last one stopped. */
async function restartInTurn(balancer: Haproxy, services: ServiceProcess[]): Promise<void> {
  for (let stops = 1; stops <= STOPS; stops++) {
    const index = stops % services.length;
    services[index]?.signal(SIGNALS[stops % SIGNALS.length] ?? 'SIGTERM'); // terminate() adds one, as some supervisors do
    await sleep(PAUSE_MS);
    const [exit, next] = await Promise.all([
      services[index]?.terminate(),
      stops < STOPS ? start() : undefined,
    ]);
    expect(exit?.code).toBe(0);
    if (next === undefined) return;
    services[index] = next;
    await balancer.replace(index, portOf(next));
  }
}

const withHaproxy = hasHaproxy() ? it : it.skip;

withHaproxy(
  'rolling restarts of two APIs behind HAProxy lose no request and cut no connection',
  async () => {
    const services = await Promise.all([start(), start()]);
    const key = await createKey(services[0]);
    const balancer = await Haproxy.start(services.map(portOf));
    try {
      const http = new Load(balancer, 'http', key);
      const tcp = new Load(balancer, 'tcp', key);
      const sent = (): number => http.results.length + tcp.results.length;
      await restartInTurn(balancer, services);
      await eventually(() => (sent() >= REQUESTS ? true : null), scaled(20_000, 300_000));
      await Promise.all([http.stop(), tcp.stop()]);
      reportFigures('rolling restarts', {
        http: http.results.length,
        tcp: tcp.results.length,
        stops: STOPS,
      });
      const lost = { http: http.failures, tcp: tcp.failures, cutConnections: tcp.cut };
      expect(lost).toEqual({ http: [], tcp: [], cutConnections: 0 });
    } finally {
      await balancer.stop();
    }
  },
  scaled(120_000, 600_000),
);
