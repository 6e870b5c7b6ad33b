import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { eventually } from '../support/eventually';
import { isLong, reportFigures } from '../support/fault-scale';
import { aMeteredSubscription } from '../support/metered-subscription';
import { startTestApp, type TestApp } from '../support/test-app';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Every response comes within 5 s, however many wait. */
const RESPONSE_MS = 5000;
/** Requests of each wave: more than the pools have connections. */
const WAVE = 12;
const READY = { status: 'ok', database: 'ok', migrations: 'ok' };

let database: TestDatabase;
let app: TestApp;
let clients: ApiClient[];
let externalId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ EVENTS_RATE_LIMIT: '0' }, database);
  const organization = await app.anOrganization();
  ({ externalId } = await aMeteredSubscription(app, organization));
  const others = await Promise.all(Array.from({ length: 11 }, () => app.anOrganization()));
  clients = [organization, ...others].map((it) => new ApiClient(app.url, it.id, it.rawKey));
  await wave(); // the process knows the keys
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const TABLES = ['usage_events', 'api_keys', 'customers'];
const MORE_TABLES = ['metered_subscriptions', 'usage_periods', 'billable_metrics'];

it.each(isLong ? [...TABLES, ...MORE_TABLES] : TABLES)(
  'a lock on %s makes every response that waits for it a 503 within 5 s',
  async (table) => {
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    await locker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const answers = await waves();
    await locker.end();
    expect(judge(table, answers)).toBeLessThan(RESPONSE_MS);
    await untilServing();
  },
  60_000,
);

it('a read-only database makes writes 503, lets reads pass and shows in health and metrics', async () => {
  const [{ name }] = await database.query<{ name: string }>('SELECT current_database() AS name').then(first);
  await database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await dropConnections();
  await eventually(async () => ((await anEvent()).status === 503 ? true : null));
  const answers = await waves();
  judge('read-only', answers);
  expect(answers.filter((it) => it.status === 200).length).toBeGreaterThan(0);
  await app.request.get('/health/ready').expect(200, { ...READY, writes: 'failing' });
  expect((await app.request.get('/metrics')).text).toMatch(/^database_writes_failing 1$/m);
  const strict = await startTestApp({ ROLE: 'api', READY_REQUIRES_WRITES: 'on' }, database);
  await strict.request
    .get('/health/ready')
    .expect(503, { ...READY, status: 'unavailable', writes: 'failing' });
  await strict.stop();
  await database.query('BEGIN; SET TRANSACTION READ WRITE');
  await database.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await database.query('COMMIT');
  await dropConnections();
  await untilServing();
}, 60_000);

const first = <T>(rows: readonly T[]): [T] => {
  const [row] = rows;
  if (row === undefined) throw new Error('No rows');
  return [row];
};

async function dropConnections(): Promise<void> {
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

/** Returns the time of the slowest response. */
function judge(what: string, answers: readonly ApiAnswer[]): number {
  const slowestMs = Math.max(...answers.map((it) => it.ms));
  const statuses = [...new Set(answers.map((it) => it.status))].sort((a, b) => a - b);
  reportFigures(`lock wait: ${what}`, { statuses, slowestMs });
  expect(statuses.filter((it) => ![200, 201, 207, 422, 503].includes(it))).toEqual([]);
  expect(statuses).toContain(503);
  return slowestMs;
}

/** Some requests at the start, and some that find others waiting. */
async function waves(): Promise<ApiAnswer[]> {
  const starts = [0, 300, 1500].map(async (ms) => {
    await sleep(ms);
    return wave();
  });
  return (await Promise.all(starts)).flat();
}

async function wave(): Promise<ApiAnswer[]> {
  const requests = Array.from({ length: WAVE }, (_, n): Promise<ApiAnswer>[] => {
    const client = clientOf(n);
    return [
      anEvent(client),
      client.request('POST', '/v1/events/batch', { events: [eventBody(), eventBody()] }),
      client.request('POST', '/v1/customers', { external_id: randomUUID() }),
      client.request('GET', '/v1/customers'),
    ];
  });
  return Promise.all(requests.flat());
}

const anEvent = (client = clientOf(0)): Promise<ApiAnswer> =>
  client.request('POST', '/v1/events', eventBody());

function clientOf(n: number): ApiClient {
  const client = clients[n % clients.length];
  if (client === undefined) throw new Error('There are no clients yet');
  return client;
}

function eventBody(): object {
  return {
    transaction_id: randomUUID(),
    code: 'calls',
    external_subscription_id: externalId,
    properties: { value: '1' },
  };
}

async function untilServing(): Promise<void> {
  await eventually(async () => {
    const answers = await Promise.all([
      anEvent(),
      clientOf(0).request('POST', '/v1/customers', { external_id: randomUUID() }),
    ]);
    return answers.every((it) => it.status === 201) ? true : null;
  });
}
