import { ApiClient } from '../support/api-client';
import { FLAWLESS, halfStates, judge, ended } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/long-form';
import { Ledger } from '../support/ledger';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const ENDPOINTS = 3;

let database: TestDatabase;
let receiver: RecordingReceiver;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await RecordingReceiver.start();
});
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await receiver.stop();
  await database.drop();
});

const startApi = (): Promise<ServiceProcess> =>
  ServiceProcess.start({ role: 'api', databaseUrl: database.url });

/** Kills the API `kills` times during requests, and points the client to each replacement. */
async function killUnderLoad(
  client: ApiClient,
  first: ServiceProcess,
  kills: number,
  ledger: Ledger,
): Promise<void> {
  let api = first;
  for (let kill = 0; kill < kills; kill++) {
    const before = ledger.acknowledged.size;
    await eventually(() => (ledger.acknowledged.size >= before + 40 ? true : null), 30_000);
    await api.kill();
    api = await startApi();
    client.baseUrl = api.url;
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
    const api = await startApi();
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
      await killUnderLoad(client, api, kills, keyed);
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
