import { ApiClient, type ApiAnswer } from '../support/api-client';
import { FLAWLESS, halfStates, judge, ended } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/long-form';
import { Ledger } from '../support/ledger';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { TcpProxy, throughProxy } from '../support/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const ENDPOINTS = 3;

let database: TestDatabase;
let receiver: RecordingReceiver;
/** Between the API and the database. */
let proxy: TcpProxy;
let api: ServiceProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await TcpProxy.start(database.url);
  receiver = await RecordingReceiver.start();
  api = await startApi();
});
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await Promise.all([proxy.stop(), receiver.stop()]);
  await database.drop();
});

const startApi = (): Promise<ServiceProcess> =>
  ServiceProcess.start({ role: 'api', databaseUrl: throughProxy(database.url, proxy) });

/** Kills the API, starts another and points the client to it. */
async function killAndReplace(client: ApiClient): Promise<void> {
  await api.kill();
  api = await startApi();
  client.baseUrl = api.url;
}

/** Kills the API `kills` times during requests. */
async function killUnderLoad(client: ApiClient, kills: number, ledger: Ledger): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    const before = ledger.acknowledged.size;
    await eventually(() => (ledger.acknowledged.size >= before + 40 ? true : null), 30_000);
    await killAndReplace(client);
  }
}

/** Returns the IDs of the stored customers by external_id. */
async function storedCustomers(organizationId: string): Promise<Map<string, string>> {
  const rows = await database.query<{ external_id: string; id: string }>(
    'SELECT external_id, id FROM customers WHERE organization_id = $1',
    [organizationId],
  );
  return new Map(rows.map((it) => [it.external_id, it.id]));
}

it(
  'killing the API under load loses no acknowledged write, leaves no partial write and delivers each event once',
  async () => {
    const kills = scaled(1, 20);
    const client = await ApiClient.signUp(api.url);
    for (let n = 0; n < ENDPOINTS; n++) await client.anEndpoint(receiver.url(`/${n}`));
    const end = new AbortController();
    const [once, keyed] = [new Ledger(), new Ledger()];
    const slotKind = { concurrency: 6, pauseMs: 5, signal: end.signal };
    const load = Promise.all([
      client.createCustomers({ ...slotKind, pauseMs: 20 }, once),
      client.createCustomers({ ...slotKind, persistent: true }, keyed),
    ]);
    try {
      await killUnderLoad(client, kills, keyed);
    } finally {
      end.abort();
    }
    await load;

    const stored = await storedCustomers(client.organizationId);
    for (const [externalId, id] of [...once.acknowledged, ...keyed.acknowledged]) {
      expect(stored.get(externalId)).toBe(id);
    }
    // Every retry with an idempotency key has succeeded, and every stored customer belongs to a request.
    expect([...keyed.unacknowledged]).toEqual([]);
    const known = [...once.acknowledged.keys(), ...once.unacknowledged, ...keyed.acknowledged.keys()];
    expect([...stored.keys()].filter((it) => !known.includes(it))).toEqual([]);
    expect(await halfStates(database, client.organizationId, ENDPOINTS)).toEqual({});
    // No delivery has been sent yet, because no worker has run.
    expect(receiver.arrivals).toEqual([]);

    await ServiceProcess.start({ role: 'worker', databaseUrl: database.url });
    await ended(database, client.organizationId);
    const ledger = new Ledger();
    for (const [externalId, id] of stored) ledger.acknowledge(externalId, id);
    const { arrivals } = receiver;
    const verdict = await judge(database, client.organizationId, { ledger, arrivals, endpoints: ENDPOINTS });
    reportFigures('SIGKILL of the API', { kills, customers: stored.size, broken: once.unacknowledged.size });
    expect(verdict).toMatchObject({ ...FLAWLESS, deliveries: stored.size * ENDPOINTS, duplicates: 0 });
    expect(await halfStates(database, client.organizationId, ENDPOINTS)).toEqual({});
  },
  scaled(90_000, 600_000),
);

it('an API that is killed before a COMMIT leaves neither the invoice nor its events, deliveries and number', async () => {
  const client = await ApiClient.signUp(api.url);
  await client.anEndpoint(receiver.url('/invoices'), { event_types: ['invoice.finalized'] });
  const customer = await client.request('POST', '/v1/customers', { external_id: 'invoiced' });
  const fees = [{ description: 'Work', units: '1', unit_amount_cents: 5000 }];
  const body = { customer_id: (customer.body as { id: string }).id, currency: 'EUR', fees };
  const charge = (): Promise<ApiAnswer> =>
    client.request('POST', '/v1/invoices/one_off', body, { 'idempotency-key': 'charge' });
  const written = (): Promise<Record<string, number>[]> =>
    database.query(
      `SELECT (SELECT count(*)::int FROM invoices WHERE organization_id = $1) AS invoices,
              (SELECT count(*)::int FROM outbox_events WHERE organization_id = $1 AND object_type = 'invoice') AS events,
              (SELECT count(*)::int FROM webhook_deliveries WHERE organization_id = $1) AS deliveries`,
      [client.organizationId],
    );

  const held = proxy.holdNext('COMMIT');
  const first = charge();
  await held;
  // The transaction has written everything.
  const open = await database.query(
    `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction' AND backend_xid IS NOT NULL`,
  );
  expect(open).toHaveLength(1);
  await killAndReplace(client);
  expect((await first).status).toBe(0);
  expect(await written()).toEqual([{ invoices: 0, events: 0, deliveries: 0 }]);

  const again = await charge();
  expect(again).toMatchObject({ status: 201, replayed: false });
  expect((again.body as { number: string }).number).toMatch(/-0*1$/);
  expect(await written()).toEqual([{ invoices: 1, events: 2, deliveries: 1 }]);
}, 60_000);
