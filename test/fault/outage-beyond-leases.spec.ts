import { CLAIM } from '../../src/modules/webhooks/engine/claim.queries';
import { ApiClient } from '../support/api-client';
import { FLAWLESS, judge, ended } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { TcpProxy, throughProxy } from '../support/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const CUSTOMERS = 120;

describe('a database outage that outlasts the delivery leases', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let receiver: RecordingReceiver;
  let client: ApiClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await TcpProxy.start(database.url);
    receiver = await RecordingReceiver.start();
    receiver.answer = () => ({ status: 200, delayMs: 300 });
    const api = await ServiceProcess.start({ role: 'api', databaseUrl: database.url });
    client = await ApiClient.signUp(api.url);
  }, 90_000);
  afterEach(assertNoneFell);
  afterAll(async () => {
    await killServices();
    await Promise.all([proxy.stop(), receiver.stop()]);
    await database.drop();
  });

  const leases = async (): Promise<{ held: number; expired: number }> => {
    const [row] = await database.query<{ held: number; expired: number }>(
      `SELECT count(*)::int AS held, count(*) FILTER (WHERE leased_until < now())::int AS expired
         FROM webhook_queue WHERE leased_until IS NOT NULL`,
    );
    return row ?? { held: 0, expired: 0 };
  };

  it('causes no unknown or duplicate attempts of a worker that keeps running', async () => {
    await client.anEndpoint(receiver.url('/outage'));
    const ledger = await client.createCustomers({ concurrency: 8, count: CUSTOMERS });
    // Starts when all deliveries wait: it might keep up with their creation. Leases last only 2 s, and there are so few slots
    // that unrecorded outcomes occupy all of them.
    await ServiceProcess.start({
      role: 'worker',
      databaseUrl: throughProxy(database.url, proxy),
      env: { WEBHOOK_TIMEOUT_MS: '1000', WEBHOOK_CONCURRENCY: '10' },
    });
    // More claims than slots, so that some claims have no attempt in flight.
    await eventually(async () => ((await leases()).held > 20 ? true : null));
    await proxy.loseNext(CLAIM.name, 'reply'); // the worker never learns of its latest claim
    proxy.refuse();
    expect((await leases()).held).toBeGreaterThan(0); // at least those of the lost claim
    await eventually(async () => {
      const { held, expired } = await leases();
      return expired === held ? true : null;
    });
    proxy.pass();
    await ended(database, client.organizationId);
    const { arrivals } = receiver;
    const verdict = await judge(database, client.organizationId, { ledger, arrivals, endpoints: 1 });
    expect(verdict).toMatchObject({ ...FLAWLESS, duplicates: 0, unknownAttempts: 0 });
  }, 60_000);
});
