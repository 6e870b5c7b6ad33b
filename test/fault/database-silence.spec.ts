import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { FLAWLESS, halfStates, judge, ended } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/long-form';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { TcpProxy, throughProxy } from '../support/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
/**
 * Limits: every response arrives within 5 s, even without the database; the service has recovered within 10 s of
 * the database's return.
 */
const ANSWER_MS = 5000;
const RECOVERY_MS = 10_000;

let database: TestDatabase;
let proxy: TcpProxy;
let workerProxy: TcpProxy;
let receiver: RecordingReceiver;
let api: ServiceProcess;
let client: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await TcpProxy.start(database.url);
  workerProxy = await TcpProxy.start(database.url);
  receiver = await RecordingReceiver.start();
  const databaseUrl = throughProxy(database.url, workerProxy);
  // Short leases, so that this latency makes some claims too late to start.
  const env = { WEBHOOK_TIMEOUT_MS: '3000' };
  [api] = await Promise.all([
    ServiceProcess.start({ role: 'api', databaseUrl: throughProxy(database.url, proxy) }),
    ...Array.from({ length: scaled(1, 2) }, () => ServiceProcess.start({ role: 'worker', databaseUrl, env })),
  ]);
  client = await ApiClient.signUp(api.url);
}, 90_000);
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await Promise.all([proxy.stop(), workerProxy.stop(), receiver.stop()]);
  await database.drop();
});

const newCustomer = (externalId: string, key?: string): Promise<ApiAnswer> =>
  client.request(
    'POST',
    '/v1/customers',
    { external_id: externalId },
    key === undefined ? {} : { 'idempotency-key': key },
  );

describe('500 ms of latency to the database', () => {
  it(
    'causes no duplicate delivery',
    async () => {
      const other = await ApiClient.signUp(api.url);
      for (let n = 0; n < 6; n++) await other.anEndpoint(receiver.url(`/slow-database/${n}`));
      workerProxy.latencyMs = 250; // in each direction
      const ledger = await other.createCustomers({ concurrency: 8, count: scaled(40, 1500) });
      await ended(database, other.organizationId, scaled(30_000, 300_000));
      workerProxy.latencyMs = 0;
      const { arrivals } = receiver;
      const verdict = await judge(database, other.organizationId, { ledger, arrivals, endpoints: 6 });
      expect(verdict).toMatchObject({ ...FLAWLESS, duplicates: 0, unknownAttempts: 0 });
    },
    scaled(60_000, 400_000),
  );
});

describe('a database that stops responding while its connections stay open', () => {
  it(
    'causes only 503 responses with Retry-After within 5 s, and the service recovers within 10 s',
    async () => {
      await client.anEndpoint(receiver.url('/silent-database'));
      proxy.blackhole();
      workerProxy.blackhole();
      // Each wave has more requests than the pool has connections; three more arrive while others wait for
      // one.
      const waves: ApiAnswer[] = [];
      for (let wave = 0; wave < scaled(2, 15); wave++) {
        waves.push(
          ...(await Promise.all([
            ...Array.from({ length: 12 }, (_, n) => newCustomer(`silent-${wave}-${n}`)),
            ...Array.from({ length: 12 }, () => client.request('GET', '/v1/customers')),
            client.request('GET', '/health/ready'),
            ...[200, 1000, 2700].map(async (ms) => {
              await sleep(ms);
              return client.request('GET', '/v1/customers');
            }),
          ])),
        );
      }
      const live = await client.request('GET', '/health/live');
      proxy.pass();
      workerProxy.pass();
      const passedAt = performance.now();
      await eventually(async () =>
        (await client.request('GET', '/health/ready')).status === 200 ? true : null,
      );
      const recoveryMs = performance.now() - passedAt;

      const slowestMs = Math.max(...waves.map((it) => it.ms));
      reportFigures('silent database', { answers: waves.length, slowestMs, recoveryMs });
      expect(waves.filter((it) => it.status !== 503 || it.retryAfter === null)).toEqual([]);
      expect(slowestMs).toBeLessThan(ANSWER_MS);
      expect(live.status).toBe(200);
      expect(recoveryMs).toBeLessThan(RECOVERY_MS);
      // Refused requests have written nothing, and deliveries continue.
      expect(await halfStates(database, client.organizationId, 1)).toEqual({});
      const arrived = receiver.arrivals.length;
      expect((await newCustomer('after-the-silence')).status).toBe(201);
      await receiver.until(() => receiver.arrivals.length > arrived);
    },
    scaled(60_000, 200_000),
  );
});

describe('a request whose database connection is lost at COMMIT', () => {
  const stored = (externalId: string): Promise<unknown[]> =>
    database.query('SELECT id FROM customers WHERE organization_id = $1 AND external_id = $2', [
      client.organizationId,
      externalId,
    ]);

  it('returns 503 even if the commit took effect, and a retry with the same key replays the first result', async () => {
    const lost = proxy.loseNext('COMMIT', 'reply');
    const first = await newCustomer('commit-done', 'key-done');
    await lost;
    expect(first).toMatchObject({ status: 503, retryAfter: expect.any(String) as string });
    const [row] = await stored('commit-done');

    const again = await newCustomer('commit-done', 'key-done');
    expect(again).toMatchObject({ status: 201, replayed: true, body: row });
    expect(await stored('commit-done')).toHaveLength(1);
    expect(await halfStates(database, client.organizationId, 1)).toEqual({});
  });

  it('returns 503 and writes nothing if the commit was lost, and a retry with the same key succeeds', async () => {
    const lost = proxy.loseNext('COMMIT', 'request');
    expect((await newCustomer('commit-lost', 'key-lost')).status).toBe(503);
    await lost;
    expect(await stored('commit-lost')).toEqual([]);

    expect(await newCustomer('commit-lost', 'key-lost')).toMatchObject({ status: 201, replayed: false });
    expect(await stored('commit-lost')).toHaveLength(1);
  });
});
