import { ApiClient } from '../support/api-client';
import { ended } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { reportFigures } from '../support/long-form';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const ENDPOINTS = 24;

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

// Windows has no such limit.
(process.platform === 'win32' ? it.skip : it)(
  'a process that runs out of file descriptors returns no 500, delivers everything and spends no retry',
  async () => {
    receiver.answer = () => ({ status: 200, delayMs: 100 });
    const service = await ServiceProcess.start({ role: 'all', databaseUrl: database.url, openFiles: 72 });
    expect(service.log).toContain('This process may open 72 files, but its settings need ');
    const client = await ApiClient.signUp(service.url);
    const byName = (url: string): string => url.replace('127.0.0.1', 'localhost'); // lookups take descriptors, too
    for (let n = 0; n < ENDPOINTS; n++) {
      const url = receiver.url(`/limited/${n}`);
      await client.anEndpoint(n % 2 === 0 ? url : byName(url));
    }
    const count = 400;
    const writes = client.createCustomers({ concurrency: 8, count, persistent: true });
    const reads = await Promise.all(
      Array.from({ length: 200 }, () => client.request('GET', '/v1/customers')),
    );
    const ledger = await writes;
    await ended(database, client.organizationId, 300_000);

    // Idle connections to receivers may hold the last descriptors for a few seconds more.
    const metrics = await eventually(async () => {
      const response = await fetch(`${service.url}/metrics`).catch(() => null);
      return response?.text();
    }, 90_000);
    const shortages = Number(/outcome="local_fault"\} (\d+)/.exec(metrics)?.[1] ?? 0);
    const [attempts] = await database.query<object>(
      `SELECT count(*)::int AS made, count(*) FILTER (WHERE NOT success)::int AS failed,
              max(attempt_number) AS highest FROM webhook_attempts WHERE organization_id = $1`,
      [client.organizationId],
    );
    const statuses = new Set([...ledger.statuses, ...reads.map((it) => it.status)]);
    reportFigures('descriptors', { shortages, statuses: [...statuses], ...attempts });
    expect(shortages).toBeGreaterThan(0);
    expect(attempts).toEqual({ made: count * ENDPOINTS, failed: 0, highest: 1 });
    expect([...statuses].filter((it) => ![0, 200, 201, 503].includes(it))).toEqual([]); // 0: no connection
  },
  400_000,
);
