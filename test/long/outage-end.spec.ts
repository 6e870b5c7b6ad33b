import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { ended } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { reportFigures } from '../support/long-form';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const ENDPOINTS = 10;
const CUSTOMERS = 5000;
const DELIVERIES = ENDPOINTS * CUSTOMERS;
/** Maximum number of attempts in flight to one endpoint (the default). */
const CAP = 10;
/** Arrivals until every endpoint has had its turn. */
const FIRST_TURNS = DELIVERIES / 100;
const MAX_GROWTH_BYTES = 50 * 1024 ** 2;
const ROUND_MS = 400_000;
/** Due retries are looked for every five minutes. */
const SWEEP_MS = 310_000;

let database: TestDatabase;
let receiver: RecordingReceiver;
let client: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await RecordingReceiver.start();
  const api = await ServiceProcess.start({ role: 'api', databaseUrl: database.url });
  client = await ApiClient.signUp(api.url);
  for (let n = 0; n < ENDPOINTS; n++) await client.anEndpoint(receiver.url(`/${n}`));
}, 90_000);
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await receiver.stop();
  await database.drop();
});

/** Waits until every delivery has failed once; then all retries wait for their time. */
async function allWaiting(): Promise<void> {
  await eventually(async () => {
    const [row] = await database.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM webhook_queue WHERE organization_id = $1 AND stage = 'waiting'`,
      [client.organizationId],
    );
    return row?.waiting === DELIVERIES ? true : null;
  }, ROUND_MS);
}

async function residentBytes({ url }: ServiceProcess): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]);
}

/** Returns the most memory of a process until the signal aborts. */
async function peakBytes(service: ServiceProcess, signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, await residentBytes(service));
    await sleep(500);
  }
  return peak;
}

it(
  'retries that are all due at once are sent once each, within the limits of their endpoints and with flat memory',
  async () => {
    receiver.answer = () => ({ status: 500 });
    await client.createCustomers({ concurrency: 8, count: CUSTOMERS });
    const worker = await ServiceProcess.start({ role: 'worker', databaseUrl: database.url });
    await allWaiting();
    const before = await residentBytes(worker);

    receiver.reset();
    receiver.answer = () => ({ status: 200, delayMs: 30 });
    await database.query(
      `UPDATE webhook_queue SET next_attempt_at = now() - interval '1 second' WHERE organization_id = $1`,
      [client.organizationId],
    );
    const end = new AbortController();
    const peak = peakBytes(worker, end.signal);
    await eventually(() => (receiver.arrivals.length > 0 ? true : null), SWEEP_MS);
    const startedAt = performance.now();
    await ended(database, client.organizationId, ROUND_MS);
    const perSecond = Math.round(DELIVERIES / ((performance.now() - startedAt) / 1000));
    end.abort();

    const { arrivals, mostPerEndpoint, duplicates } = receiver;
    const growth = (await peak) - before;
    const turns = new Set(arrivals.slice(0, FIRST_TURNS).map((it) => it.path)).size;
    reportFigures('end of an outage', { perSecond, mostPerEndpoint, turns, before, growth });
    expect(arrivals).toHaveLength(DELIVERIES);
    expect(duplicates).toBe(0);
    expect(mostPerEndpoint).toBeLessThanOrEqual(CAP);
    expect(turns).toBe(ENDPOINTS);
    expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
    const [row] = await database.query<{ pending: number }>(
      'SELECT count(*)::int AS pending FROM webhook_queue WHERE organization_id = $1',
      [client.organizationId],
    );
    expect(row?.pending).toBe(0); // no delivery waits or has failed
  },
  2 * ROUND_MS + SWEEP_MS,
);
