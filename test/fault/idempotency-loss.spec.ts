import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { eventually } from '../support/eventually';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

interface Keyed {
  client: ApiClient;
  path: string;
  body: object;
  key: string;
}

let database: TestDatabase;
/** Holds the lock behind which every request waits once it has had its effect. */
let blocker: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  blocker = new Client({ connectionString: database.url });
  await blocker.connect();
});
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await blocker.end();
  await database.drop();
});

const startApi = (): Promise<ServiceProcess> => {
  // The requests wait behind the blocker for longer than any deadline that production would set.
  const env = { DATABASE_TIMEOUT_MS: '30000', DATABASE_POOL_SIZE: '24' };
  return ServiceProcess.start({ role: 'api', databaseUrl: database.url, env });
};

interface Created {
  id: string;
  fees: { id: string }[];
}

async function create(client: ApiClient, path: string, body: object): Promise<Created> {
  const answer = await client.request('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Created;
}

const send = ({ client, path, body, key }: Keyed): Promise<ApiAnswer> =>
  client.request('POST', path, body, { 'idempotency-key': key });

const aCustomer = (client: ApiClient): Promise<Created> =>
  create(client, '/v1/customers', { external_id: randomUUID() });

const fees = [{ description: 'Set-up', units: '1', unit_amount_cents: 5000 }];

/** Creates a one-off invoice of EUR 50.00 for a new customer. */
async function anInvoice(client: ApiClient): Promise<Created> {
  const { id } = await aCustomer(client);
  return create(client, '/v1/invoices/one_off', { customer_id: id, currency: 'EUR', fees });
}

/** A POST of each module that writes. None waits for a lock of another. */
async function requestsOfAllModules(client: ApiClient): Promise<Keyed[]> {
  const metric = { code: 'calls', name: 'Calls', aggregation_type: 'count' };
  await create(client, '/v1/billable_metrics', metric);
  const charge = { billable_metric_code: 'calls', charge_model: 'standard', properties: { amount: '1' } };
  const terms = { name: 'Pro', interval: 'monthly', amount_cents: 4900, currency: 'EUR', charges: [charge] };
  const { id: planId } = await create(client, '/v1/plans', { code: 'pro', ...terms });
  const subscription = { external_id: 'metered', customer_id: (await aCustomer(client)).id, plan_id: planId };
  await create(client, '/v1/subscriptions', subscription);
  const endpoint = await create(client, '/v1/webhook_endpoints', { url: 'http://127.0.0.1:4000/' });
  const [buyer, saver, subscriber] = [
    await aCustomer(client),
    await aCustomer(client),
    await aCustomer(client),
  ];
  const [paid, credited] = [await anInvoice(client), await anInvoice(client)];
  const items = [{ fee_id: credited.fees[0]?.id, amount_cents: 1000 }];
  const thresholds = [{ currency: 'EUR', amount_cents: 5000 }];
  const campaign = { name: 'Reminders', max_attempts: 3, days_between_attempts: 7, thresholds };
  const bodies: [path: string, body: object][] = [
    ['/v1/organizations/current/api_keys', { name: 'Another' }],
    ['/v1/customers', { external_id: 'another' }],
    ['/v1/billable_metrics', { ...metric, code: 'another' }],
    ['/v1/taxes', { code: 'vat', name: 'VAT', rate: '20' }],
    ['/v1/plans', { code: 'another', ...terms }],
    ['/v1/events', { transaction_id: 'one', external_subscription_id: 'metered', code: 'calls' }],
    ['/v1/invoices/one_off', { customer_id: buyer.id, currency: 'EUR', fees }],
    ['/v1/payments/record', { invoice_id: paid.id, amount_cents: 5000, reference: 'Transfer' }],
    ['/v1/credit_notes', { invoice_id: credited.id, reason: 'other', items, finalize: true }],
    ['/v1/dunning_campaigns', { code: 'gentle', ...campaign }],
    ['/v1/wallets', { customer_id: saver.id, currency: 'EUR', rate_amount: '1', granted_credits: '5' }],
    ['/v1/subscriptions', { external_id: 'another', customer_id: subscriber.id, plan_id: planId }],
    ['/v1/webhook_endpoints', { url: 'http://127.0.0.1:4001/' }],
    [`/v1/webhook_endpoints/${endpoint.id}/test`, {}],
  ];
  return bodies.map(([path, body]) => ({ client, path, body, key: randomUUID() }));
}

/** The number of rows by table. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`);
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

/** Waits until this many requests have had their effect and are about to store their response. */
async function untilStoring(requests: number): Promise<void> {
  await eventually(async () => {
    const waiting = await database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE 'INSERT INTO "idempotency_keys"%'`,
    );
    return waiting.length === requests ? true : null;
  });
}

async function untilDisconnected(): Promise<void> {
  await eventually(async () => {
    const left = await database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'billing-%'`,
    );
    return left.length === 0 ? true : null;
  });
}

it('a process killed between the effect and the stored response of an Idempotency-Key leaves neither', async () => {
  const api = await startApi();
  // Of two organizations, because admission lets only eight requests of one work at the same time.
  const clients = [await ApiClient.signUp(api.url), await ApiClient.signUp(api.url)];
  const all = await Promise.all(clients.map(requestsOfAllModules));
  const requests = all.flatMap((own, n) => own.filter((_, index) => index % clients.length === n));
  const before = await rowCounts();

  // Lets requests read idempotency_keys, but not write them.
  await blocker.query('BEGIN; LOCK TABLE idempotency_keys IN SHARE ROW EXCLUSIVE MODE');
  const broken = Promise.all(requests.map(send));
  await untilStoring(requests.length);
  await api.kill();
  await blocker.query('ROLLBACK');
  await untilDisconnected();
  expect((await broken).map((it) => it.status)).toEqual(requests.map(() => 0));
  expect(await rowCounts()).toEqual(before);

  const { url } = await startApi();
  for (const client of clients) client.baseUrl = url;
  const first: ApiAnswer[] = [];
  for (const request of requests) first.push(await send(request));
  expect(first.map((it) => [it.status < 300, it.replayed])).toEqual(requests.map(() => [true, false]));
  const after = await rowCounts();
  expect(after.idempotency_keys).toBe(requests.length);

  for (const [index, request] of requests.entries()) {
    const again = await send(request);
    expect([again.status, again.body, again.replayed]).toEqual([
      first[index]?.status,
      first[index]?.body,
      true,
    ]);
  }
  expect(await rowCounts()).toEqual(after);
}, 90_000);
