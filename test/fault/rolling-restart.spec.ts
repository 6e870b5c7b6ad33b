import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { reportFigures, scaled } from '../support/fault-scale';
import { freePort } from '../support/free-port';
import { CHECK_MS, Haproxy, hasHaproxy } from '../support/haproxy';
import { ServiceProcess } from '../support/service-process';
import { useFaultStage } from '../support/use-fault-stage';

const { database } = useFaultStage();
const REQUESTS = scaled(2000, 10_000);
const CLIENTS = 8;
/** Long enough for the balancer to notice, also on a busy machine. */
const DELAY_MS = 20 * CHECK_MS;

const start = (port: number): Promise<ServiceProcess> =>
  ServiceProcess.start({
    role: 'api',
    databaseUrl: database.url,
    env: { PORT: String(port), SHUTDOWN_DELAY_MS: String(DELAY_MS), EVENTS_RATE_LIMIT: '0' },
  });

const withHaproxy = hasHaproxy() ? it : it.skip;

withHaproxy(
  'rolling restarts of two APIs behind HAProxy fail no request',
  async () => {
    const ports = [await freePort(), await freePort()];
    const services = await Promise.all(ports.map(start));
    const balancer = await Haproxy.start(ports);
    try {
      await balancer.allUp();
      const client = await ApiClient.signUp(balancer.url);
      const load = new Load(client);
      const running = load.run();
      let restarts = 0;
      while (load.statuses.length < REQUESTS || restarts < ports.length) {
        const index = restarts++ % ports.length;
        const exit = await services[index]?.terminate();
        expect(exit?.code).toBe(0);
        services[index] = await start(ports[index] ?? 0);
        await balancer.allUp();
      }
      load.stop();
      await running;
      reportFigures('rolling restarts', { requests: load.statuses.length, restarts });
      expect(load.statuses.filter((it) => it !== 200 && it !== 201)).toEqual([]);
    } finally {
      await balancer.stop();
    }
  },
  scaled(180_000, 600_000),
);

/** Reads and writes through the balancer on kept-alive connections. */
class Load {
  readonly statuses: number[] = [];
  private stopped = false;

  constructor(private readonly client: ApiClient) {}

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, () => this.send()));
  }

  stop(): void {
    this.stopped = true;
  }

  private async send(): Promise<void> {
    while (!this.stopped) {
      const read = await this.client.request('GET', '/v1/customers?limit=1');
      const write = await this.client.request('POST', '/v1/customers', { external_id: randomUUID() });
      this.statuses.push(read.status, write.status);
      await sleep(20);
    }
  }
}
