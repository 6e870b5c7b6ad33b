import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Client } from 'pg';
import supertest from 'supertest';
import { AnyRouteLoad, type RouteAnswer } from '../support/any-route-load';
import { ApiClient } from '../support/api-client';
import { apiRoutes } from '../support/api-routes';
import { eventually } from '../support/eventually';
import { isLong, reportFigures, scaled } from '../support/long-form';
import { startOwnPostgres, type OwnPostgres } from '../support/own-postgres';
import { seedFromDescription } from '../support/seed-from-description';
import { SeededRandom } from '../support/seeded-random';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { organizationWithKey, type TestOrganization } from '../support/test-app';
import { bodyOf } from '../support/wire';

const FOR_MS = scaled(10_000, 60_000);
const CLIENTS = scaled(8, 16);
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const LOCK_MS = 7000;
const READ_ONLY_MS = 1500;
/** Every response arrives within 5 s, whatever the database does. */
const ANSWER_MS = 5000;

let database: OwnPostgres;
let service: ServiceProcess;
let tables: string[];

beforeAll(async () => {
  database = await startOwnPostgres();
  const rows = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  tables = rows.map((it) => it.name);
  const env = { EVENTS_RATE_LIMIT: '0', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' };
  service = await ServiceProcess.start({ role: 'all', databaseUrl: database.url, env });
}, 90_000);
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await database.drop();
});

/** Kills PostgreSQL, which then recovers from its log. */
async function killPostgres(): Promise<void> {
  const { pid } = database.server;
  process.kill(pid, 'SIGKILL');
  await eventually(async () => {
    if (database.server.pid === pid) return null;
    return (await fetch(`${service.url}/health/ready`)).ok ? true : null;
  }, 30_000);
}

async function makeReadOnly(): Promise<void> {
  await database.query('ALTER SYSTEM SET default_transaction_read_only = on');
  await database.query('SELECT pg_reload_conf()');
  await sleep(READ_ONLY_MS);
  await database.query('ALTER SYSTEM RESET default_transaction_read_only');
  await database.query('SELECT pg_reload_conf()');
}

async function lock(table: string): Promise<void> {
  const locker = new Client({ connectionString: database.url });
  await locker.connect();
  await locker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  await sleep(LOCK_MS);
  await locker.end();
}

/** Causes one fault of each kind in a random order, again and again, at random instants. */
async function strikeAtRandom(random: SeededRandom): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const endAt = performance.now() + FOR_MS;
  const due: string[] = [];
  while (performance.now() < endAt || due.length > 0) {
    if (due.length === 0) due.push('kill', 'read-only', 'lock');
    const [kind = 'kill'] = due.splice(random.below(due.length), 1);
    const name = kind === 'lock' ? `lock ${random.pick(tables) ?? ''}` : kind;
    await sleep(200 + random.below(800));
    if (kind === 'kill') await killPostgres();
    else if (kind === 'read-only') await makeReadOnly();
    else await lock(name.slice('lock '.length));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe(`random faults, seed ${SEED}`, () => {
  it(
    'a database that dies, refuses writes and locks tables under mixed load causes only 2xx, 4xx and 503',
    async () => {
      const random = new SeededRandom(SEED);
      const load = await loadOf(random);
      const end = new AbortController();
      const running = load.run(CLIENTS, end.signal);
      const faults = await strikeAtRandom(random).finally(() => {
        end.abort();
      });
      await running;

      const { answers } = load;
      const slowest = answers.reduce((a, b) => (a.ms > b.ms ? a : b));
      reportFigures('any route', {
        seed: SEED,
        ...faults,
        answers: answers.length,
        statuses: statusesOf(answers),
        slowestMs: slowest.ms,
        slowest: slowest.route,
      });
      const wrong = answers.filter((it) => it.status === 0 || (it.status >= 500 && it.status !== 503));
      expect({
        wrong: wrong.map((it) => `${it.status} ${it.route}`),
        log: unexpectedIn(service.log),
      }).toEqual({
        wrong: [],
        log: [],
      });
      expect(answers.filter((it) => it.status === 503 && it.retryAfter === null)).toEqual([]);
      expect(answers.some((it) => it.status === 503)).toBe(true);
      expect(await lostOf(load)).toEqual([]);
      // On a machine that is busy with other tests, some responses take longer.
      if (isLong) expect(answers.filter((it) => it.ms > ANSWER_MS && !isLongRead(it))).toEqual([]);
    },
    FOR_MS + 90_000,
  );
});

/** Creates an organization with a record of every kind, and load on all of them. */
async function loadOf(random: SeededRandom): Promise<AnyRouteLoad> {
  const request = supertest(service.url);
  const created = await bodyOf<{ id: string; api_key: { id: string; raw_key: string } }>(
    request.post('/v1/organizations').send({ name: 'Fault' }),
    201,
  );
  const organization = organizationWithKey(request, created.id, created.api_key);
  const document = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as OpenAPIObject;
  const routes = apiRoutes(document).filter((it) => !it.path.endsWith('/stream')); // a stream does not end
  await seedUsage(organization);
  const known = await seedFromDescription(organization, document, routes);
  const client = new ApiClient(service.url, created.id, created.api_key.raw_key);
  return new AnyRouteLoad(client, document, routes, known, random);
}

/** Creates the metered subscription to which the load sends events. */
async function seedUsage(organization: TestOrganization): Promise<void> {
  const metric = { code: 'calls', name: 'Calls', aggregation_type: 'count' };
  await organization.post('/v1/billable_metrics', metric).expect(201);
  const plan = { code: 'loaded', name: 'Loaded', interval: 'monthly', amount_cents: 1000, currency: 'EUR' };
  const { id: plan_id } = await bodyOf<{ id: string }>(organization.post('/v1/plans', plan), 201);
  const customer = organization.post('/v1/customers', { external_id: 'loaded' });
  const { id: customer_id } = await bodyOf<{ id: string }>(customer, 201);
  await organization.post('/v1/subscriptions', { external_id: 'loaded', customer_id, plan_id }).expect(201);
}

/** Returns acknowledged customers and events that are not in the database. */
async function lostOf({ customers, events }: AnyRouteLoad): Promise<string[]> {
  const stored = await database.query<{ key: string }>(
    `SELECT external_id AS key FROM customers WHERE external_id = ANY($1)
     UNION ALL SELECT transaction_id FROM usage_events WHERE transaction_id = ANY($2)`,
    [customers, events],
  );
  const keys = new Set(stored.map((it) => it.key));
  return [...customers, ...events].filter((it) => !keys.has(it));
}

/** The statements of a reconciliation have no deadline (docs/operations.md#database-outages). */
function isLongRead({ route, status }: RouteAnswer): boolean {
  return status === 200 && route === 'GET /v1/reconciliation';
}

function statusesOf(answers: readonly RouteAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Returns the lines of the log about failures that the service did not expect. */
function unexpectedIn(log: string): string[] {
  return log.split('\n').filter((it) => it.includes('"Unexpected error"'));
}
