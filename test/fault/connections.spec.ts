import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { OWN_CONNECTIONS } from '../../src/commands/capacity/capacity.rules';
import { ApiClient } from '../support/api-client';
import { rowsUnder } from '../support/doc-tables';
import { eventually } from '../support/eventually';
import { reportFigures } from '../support/fault-scale';
import { PostgresPair } from '../support/postgres-pair';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';

const POOL_SIZE = 8;
const ROLE = 'all';
const ORGANIZATIONS = 10;
const LOAD_LIMIT_MS = 60_000;
const COUNT = `
  SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
   WHERE backend_type = 'client backend' AND datname = current_database() AND application_name <> 'peaks'
   GROUP BY 1`;

/** What docs/operations.md#database-connections promises, by the name of the connections. */
function documentedBounds(): Map<string, number> {
  const page = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');
  const [, ...rows] = rowsUnder(page, 'Database connections');
  return new Map(
    rows.map(([, name = '', bound = '']) => [
      name.replaceAll('`', '').replace('<role>', ROLE),
      bound.includes('DATABASE_POOL_SIZE') ? POOL_SIZE : Number(bound),
    ]),
  );
}

let pair: PostgresPair;
let receiver: RecordingReceiver;

beforeAll(async () => {
  [pair, receiver] = await Promise.all([PostgresPair.start(), RecordingReceiver.start()]);
}, 90_000);
afterAll(async () => {
  await killServices();
  await receiver.stop();
  await pair.drop();
});
afterEach(assertNoneFell);

it('a process under load opens the connections that the documentation says, and no others', async () => {
  const service = await ServiceProcess.start({
    role: ROLE,
    databaseUrl: pair.url,
    env: {
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      DATABASE_REPLICA_URL: pair.standbyUrl,
      EVENTS_RATE_LIMIT: '0',
    },
  });
  const clients = await Promise.all(
    Array.from({ length: ORGANIZATIONS }, () => ApiClient.signUp(service.url)),
  );
  await Promise.all(clients.map((it) => it.anEndpoint(receiver.url('/'))));
  const bounds = documentedBounds();
  const counts = { primary: new Peaks(pair.primaryUrl), standby: new Peaks(pair.standbyUrl) };
  await Promise.all([counts.primary.connect(), counts.standby.connect()]);
  const end = new AbortController();
  const load = Promise.all(clients.map((it) => produceLoad(it, end.signal)));
  const sampling = Promise.all([counts.primary.watch(end.signal), counts.standby.watch(end.signal)]);
  const { most: onPrimary } = counts.primary;
  // The load fills this pool; how much of the others it needs depends on the machine.
  const main = `billing-${ROLE}`;
  await eventually(() => (onPrimary.get(main) === bounds.get(main) ? true : null), LOAD_LIMIT_MS);
  // While keys cannot be checked, usage events of all organizations wait in transactions.
  const ingestion = `billing-${ROLE}-ingestion`;
  await counts.primary.whileLocked('api_keys', () =>
    eventually(() => (onPrimary.get(ingestion) === bounds.get(ingestion) ? true : null), LOAD_LIMIT_MS),
  );
  await eventually(
    () => ((counts.standby.most.get(`billing-${ROLE}-replica`) ?? 0) > 1 ? true : null),
    LOAD_LIMIT_MS,
  );
  end.abort();
  await Promise.all([load, sampling]);
  reportFigures('connections of a process', {
    total: counts.primary.total,
    ...Object.fromEntries(onPrimary),
  });
  const all = [...onPrimary, ...counts.standby.most];
  expect(all.filter(([name, count]) => count > (bounds.get(name) ?? 0))).toEqual([]);
  const ofReplica = 1;
  expect(counts.primary.total).toBeLessThanOrEqual(POOL_SIZE + OWN_CONNECTIONS + ofReplica);
  const documented = [...bounds].filter(([name]) => !name.endsWith('-replica')).map(([, bound]) => bound);
  expect(documented.reduce((sum, it) => sum + it, 0)).toBe(POOL_SIZE + OWN_CONNECTIONS + ofReplica);
}, 180_000);

/** Requests of every kind, many at once: lists, writes with deliveries, and usage events. */
async function produceLoad(client: ApiClient, signal: AbortSignal): Promise<void> {
  const event = { transaction_id: '', code: 'none', external_subscription_id: 'none' };
  const requests = [
    () => client.request('GET', '/v1/customers?limit=100'),
    () => client.request('GET', '/v1/organizations/current'),
    () => client.request('POST', '/v1/events', { ...event, transaction_id: String(Math.random()) }),
    () => client.request('POST', '/v1/events/batch', { events: [event] }),
  ];
  const repeat = async (request: () => Promise<unknown>): Promise<void> => {
    while (!signal.aborted) await request();
  };
  await Promise.all([
    client.createCustomers({ concurrency: 4, signal }),
    ...[...requests, ...requests].map(repeat),
  ]);
}

/** The most connections seen at once on a server, by their name and in all. */
class Peaks {
  readonly most = new Map<string, number>();
  total = 0;
  private readonly client: Client;

  constructor(private readonly url: string) {
    this.client = new Client({ connectionString: url, application_name: 'peaks' });
    this.client.on('error', () => undefined); // the server ends before it if the test fails
  }

  async connect(): Promise<void> {
    await this.client.connect();
  }

  /** Runs `work` while nobody else can use the table. */
  async whileLocked(table: string, work: () => Promise<unknown>): Promise<void> {
    const client = new Client({ connectionString: this.url, application_name: 'peaks' });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await work().finally(() => client.end());
  }

  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { rows } = await this.client.query<{ name: string; count: number }>(COUNT);
      for (const { name, count } of rows) this.most.set(name, Math.max(count, this.most.get(name) ?? 0));
      this.total = Math.max(
        this.total,
        rows.reduce((sum, it) => sum + it.count, 0),
      );
      await sleep(20);
    }
    await this.client.end();
  }
}
