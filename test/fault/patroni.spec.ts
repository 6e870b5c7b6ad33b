import { randomUUID } from 'node:crypto';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { ClusterProxy } from '../support/cluster-proxy';
import { eventually } from '../support/eventually';
import { FailoverLoad } from '../support/failover-load';
import { expectAllHeld } from '../support/failover-verdict';
import { reportFigures, scaled } from '../support/fault-scale';
import { hasHaproxy } from '../support/haproxy';
import { hasNats, NatsServers } from '../support/nats-servers';
import { ownPort } from '../support/own-port';
import { hasPatroni, PatroniCluster } from '../support/patroni-cluster';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import type { TestDatabase } from '../support/test-database';

/** Target: the first write after the node of the primary was killed. */
const FAILOVER_MS = 40_000;
const RETRY_MS = 100;
const WRITES = scaled(25, 1000);
/** Attempts in flight to the endpoint, over both workers. */
const CAP = 2;
const LISTENER = 'billing-notifier';
/** The API and two workers. */
const PROCESSES = 3;
const POOLS = [
  ...['billing-api', 'billing-api-authentication', 'billing-api-ingestion'],
  ...['billing-worker', 'billing-worker-delivery', 'billing-worker-ingestion'],
];
const ENV = { EVENTS_RATE_LIMIT: '0' };
const WORKER_ENV = { ...ENV, WEBHOOK_ENDPOINT_CONCURRENCY: String(CAP), WEBHOOK_TIMEOUT_MS: '3000' };

const isInstalled = [hasPatroni(), hasNats(), hasHaproxy()].every(Boolean);

(isInstalled ? describe : describe.skip)('a cluster of docker/ha under load', () => {
  let cluster: PatroniCluster;
  let nats: NatsServers;
  let proxy: ClusterProxy;
  let receiver: RecordingReceiver;
  let api: ServiceProcess;
  let client: ApiClient;
  let load: FailoverLoad;

  beforeAll(async () => {
    const prepared = await NatsServers.prepare();
    [cluster, nats, receiver] = await Promise.all([
      PatroniCluster.start(),
      prepared.start().then(() => prepared),
      RecordingReceiver.start(),
    ]);
    await nats.addStream('USAGE', 'usage');
    const ports = [await ownPort(cluster.folder), await ownPort(cluster.folder)];
    proxy = await ClusterProxy.start(cluster.folder, cluster.nodes, ports);
    api = await startServices(String(ports[0]));
    await proxy.apiUp();
    receiver.respond = () => ({ status: 200, delayMs: 5 });
  }, 180_000);
  beforeEach(async () => {
    receiver.reset();
    client = await ApiClient.signUp(proxy.url);
    await client.anEndpoint(receiver.url('/'));
  });
  afterEach(() => load.stop()); // also after a failure: its writes must not go on
  afterEach(assertNoneFell);
  afterAll(async () => {
    await killServices();
    await Promise.all([proxy.stop(), nats.stop(), receiver.stop(), cluster.drop()]);
  });

  it(
    'takes writes again within 40 s of the loss of the primary, and has all that was acknowledged',
    async () => {
      load = await FailoverLoad.start(client, nats);
      await load.progressed(WRITES, 60_000);
      const lost = await cluster.primary();
      const ledEtcd = await lost.leadsEtcd();
      await lost.kill();
      const killedAt = performance.now();
      const published = load.published.size;
      await firstWrite();
      const failoverMs = performance.now() - killedAt;
      expect(load.published.size).toBeGreaterThan(published + WRITES); // the stream took events meanwhile
      await load.progressed(WRITES, 60_000);
      await everyPoolConnected();
      await load.stop();

      lost.start(cluster.nodes);
      const startedAt = performance.now();
      await expectAllHeld({ database: await primaryDatabase(), ...aftermath() });
      expect(receiver.mostPerEndpoint).toBeLessThanOrEqual(CAP);
      await cluster.untilComplete();
      const rejoinMs = performance.now() - startedAt;
      reportFigures('a failover', { failoverMs, ledEtcd, rejoinMs, ...load.figures });
      expect(failoverMs).toBeLessThan(FAILOVER_MS);
      expect(await cluster.query(lost, 'SELECT pg_is_in_recovery() AS standby')).toEqual([{ standby: true }]);
      await servedByReplica();
    },
    scaled(300_000, 900_000),
  );

  it(
    'goes on after a planned switchover, and has all that was acknowledged',
    async () => {
      load = await FailoverLoad.start(client, nats);
      await load.progressed(WRITES, 60_000);
      const former = await cluster.primary();
      const startedAt = performance.now();
      const response = await cluster.command('/switchover', { leader: former.name });
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
      await firstWrite();
      const switchoverMs = performance.now() - startedAt;
      await load.progressed(WRITES, 60_000);
      await load.stop();

      expect((await cluster.primary()).name).not.toBe(former.name);
      await expectAllHeld({ database: await primaryDatabase(), ...aftermath() });
      reportFigures('a switchover', { switchoverMs, ...load.figures });
      await cluster.untilComplete();
    },
    scaled(300_000, 900_000),
  );

  async function startServices(apiPort: string): Promise<ServiceProcess> {
    const databaseUrl = cluster.url;
    const replica = { DATABASE_REPLICA_URL: cluster.urlAt(proxy.replica) };
    const worker = (): Promise<ServiceProcess> =>
      ServiceProcess.start({
        role: 'worker',
        databaseUrl,
        env: { ...WORKER_ENV, USAGE_STREAM: nats.url('USAGE') },
      });
    const [started] = await Promise.all([
      ServiceProcess.start({ role: 'api', databaseUrl, env: { ...ENV, ...replica, PORT: apiPort } }),
      worker(),
      worker(),
    ]);
    return started;
  }

  /** Resolves when a write that is sent from now on is acknowledged. */
  function firstWrite(): Promise<ApiAnswer> {
    return eventually(
      async () => {
        const answer = await client.request('POST', '/v1/customers', { external_id: randomUUID() });
        return answer.status === 201 ? answer : null;
      },
      2 * FAILOVER_MS,
      RETRY_MS,
    );
  }

  const aftermath = () => ({
    organizationId: client.organizationId,
    ...{ load, nats, receiver },
  });

  async function primaryDatabase(): Promise<Pick<TestDatabase, 'query'>> {
    const node = await cluster.primary();
    return { query: (text, values) => cluster.query(node, text, values) };
  }

  /** Resolves when the API reads a list from a standby. */
  async function servedByReplica(): Promise<void> {
    const reads = async (): Promise<number> => {
      const metrics = await (await fetch(`${api.url}/metrics`)).text();
      return Number(/^database_report_reads_total\{host="replica"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
    };
    const before = await reads();
    await eventually(async () => {
      await client.request('GET', '/v1/customers?limit=1');
      return (await reads()) > before ? true : null;
    }, 30_000);
  }

  /** Resolves when every pool of the API and the workers has a connection to the primary, and each process listens. */
  async function everyPoolConnected(): Promise<void> {
    const { query } = await primaryDatabase();
    let names: string[] = [];
    await eventually(async () => {
      const rows = await query<{ name: string }>('SELECT application_name AS name FROM pg_stat_activity');
      names = rows.map((it) => it.name);
      const listeners = names.filter((it) => it === LISTENER).length;
      return POOLS.every((it) => names.includes(it)) && listeners === PROCESSES ? true : null;
    }, 30_000).catch((error: unknown) => {
      throw new Error(`The primary has only: ${names.sort().join(', ')}`, { cause: error });
    });
  }
});
