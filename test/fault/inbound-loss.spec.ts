import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/platform/domain/id';
import { ApiClient } from '../support/api-client';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/long-form';
import { NotifyingProvider, type PaymentNotice } from '../support/notifying-provider';
import { stripeSuccess } from '../support/payments';
import { signHex } from '../support/provider-messages';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { TcpProxy, throughProxy } from '../support/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const SECRET = 'whsec_of_the_notifying_provider';
/** Payments per invoice, and events per GoCardless body, which has at most 250. */
const BATCH = scaled(60, 250);
const AMOUNT_CENTS = 100;
/** Every response arrives within 5 s, even without the database. */
const ANSWER_MS = 5000;

let database: TestDatabase;
let proxy: TcpProxy;
let service: ServiceProcess;
let client: ApiClient;
let provider: NotifyingProvider;
let paths: { stripe: string; gocardless: string };

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await TcpProxy.start(database.url);
  service = await startService();
}, 90_000);
beforeEach(async () => {
  client = await ApiClient.signUp(service.url);
  provider = new NotifyingProvider(service.url);
  paths = { stripe: await connect('stripe'), gocardless: await connect('gocardless') };
  await client.anEndpoint('https://hooks.example.com/', { event_types: ['payment.succeeded'] });
});
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await proxy.stop();
  await database.drop();
});

/** Starts a service with ROLE=api, which creates deliveries but sends none. */
const startService = (): Promise<ServiceProcess> =>
  ServiceProcess.start({ role: 'api', databaseUrl: throughProxy(database.url, proxy) });

async function killAndRestart(): Promise<void> {
  await service.kill();
  service = await startService();
  provider.baseUrl = client.baseUrl = service.url;
}

async function connect(name: string): Promise<string> {
  const answer = await client.request('PUT', `/v1/payment_providers/${name}`, { webhook_secret: SECRET });
  const { pathname, search } = new URL((answer.body as { webhook_url: string }).webhook_url);
  return pathname + search;
}

/** Creates pending payments that together pay one invoice. Returns their IDs. */
async function somePayments(name: string, count: number): Promise<string[]> {
  const customer = await client.request('POST', '/v1/customers', { external_id: randomUUID() });
  const { id: customerId } = customer.body as { id: string };
  const fees = [{ description: 'Work', units: String(count), unit_amount_cents: AMOUNT_CENTS }];
  const body = { customer_id: customerId, currency: 'USD', fees };
  const invoice = await client.request('POST', '/v1/invoices/one_off', body);
  const ids = Array.from({ length: count }, () => newId());
  await database.query(
    `INSERT INTO payments (organization_id, id, invoice_id, customer_id, amount_cents, currency, provider, status,
                           created_at, updated_at)
     SELECT $1, id, $2, $3, $4, 'USD', $5, 'pending', now(), now() FROM unnest($6::uuid[]) AS payment (id)`,
    [client.organizationId, (invoice.body as { id: string }).id, customerId, AMOUNT_CENTS, name, ids],
  );
  return ids;
}

/** Returns Stripe notifications, one per payment. */
async function stripeNotices(count: number): Promise<PaymentNotice[]> {
  return (await somePayments('stripe', count)).map((id) => ({
    path: paths.stripe,
    message: stripeSuccess(SECRET, { id, amount_cents: AMOUNT_CENTS, currency: 'USD' }),
    paymentIds: [id],
  }));
}

/** Returns one GoCardless body for several payments. */
async function goCardlessNotice(count: number): Promise<PaymentNotice> {
  const paymentIds = await somePayments('gocardless', count);
  const events = paymentIds.map((id) => ({
    id: `EV${id}`,
    created_at: new Date().toISOString(),
    resource_type: 'payments',
    action: 'confirmed',
    links: { payment: `PM${id}` },
    resource_metadata: { payment_id: id },
  }));
  return { path: paths.gocardless, message: signHex(JSON.stringify({ events }), SECRET), paymentIds };
}

const notificationCounts = (): Promise<{ status: string; count: number }[]> =>
  database.query(
    `SELECT status, count(*)::int AS count FROM provider_notifications WHERE organization_id = $1
      GROUP BY status ORDER BY status`,
    [client.organizationId],
  );

const untilProcessed = (count: number): Promise<unknown> =>
  eventually(
    async () => {
      const counts = await notificationCounts();
      return counts.length === 1 && counts[0]?.status === 'processed' && counts[0].count === count
        ? true
        : null;
    },
    scaled(60_000, 900_000), // hundreds of notifications may be left, and each takes a transaction
  );

/** Expects that the acknowledged payments were applied exactly once and that no other payment was applied. */
async function expectAppliedOnce(told: ReadonlySet<string>): Promise<void> {
  expect(await notificationCounts()).toEqual([{ status: 'processed', count: told.size }]);
  const odd = await database.query(
    `SELECT * FROM (
       SELECT id, status, id = ANY ($2::uuid[]) AS told,
              (SELECT count(*)::int FROM invoice_settlements AS it
                WHERE it.organization_id = $1 AND it.source = 'payment' AND it.source_id = payment.id) AS settlements,
              (SELECT count(*)::int FROM outbox_events AS it
                WHERE it.organization_id = $1 AND it.object_type = 'payment' AND it.object_id = payment.id) AS events,
              (SELECT count(*)::int FROM webhook_deliveries AS it
                WHERE it.organization_id = $1 AND it.object_id = payment.id) AS deliveries
         FROM payments AS payment WHERE organization_id = $1) AS seen
      WHERE status <> CASE WHEN told THEN 'succeeded' ELSE 'pending' END
         OR (settlements, events, deliveries) <> (told::int, told::int, told::int)`,
    [client.organizationId, [...told]],
  );
  expect(odd).toEqual([]);
  const { body } = await client.request('GET', '/v1/reconciliation');
  const { checks } = body as { checks: { name: string; mismatches: object[] }[] };
  expect(checks.filter((it) => it.mismatches.length > 0)).toEqual([]);
}

it(
  'notifications acknowledged before SIGKILL are applied exactly once',
  async () => {
    const kills = scaled(1, 30);
    const singles: PaymentNotice[] = [];
    const bodies: PaymentNotice[] = [];
    for (let n = 0; n <= kills; n++) {
      singles.push(...(await stripeNotices(BATCH)));
      bodies.push(await goCardlessNotice(BATCH));
    }
    const all = [...singles];
    const end = new AbortController();
    const load = Promise.all([provider.run(singles, 6, end.signal), provider.run(bodies, 1, end.signal)]);
    try {
      for (let kill = 0; kill < kills; kill++) {
        const before = provider.answered;
        await eventually(() => (provider.answered >= before + 30 ? true : null), 30_000);
        await sleep(randomInt(500));
        await killAndRestart();
      }
    } finally {
      end.abort();
    }
    await load;
    // Providers also repeat acknowledged notifications.
    const known = all.filter(({ paymentIds: [id] }) => id !== undefined && provider.acknowledged.has(id));
    await Promise.all(known.slice(0, 20).map((it) => provider.deliver(it)));

    const { acknowledged, statuses } = provider;
    const left = (await notificationCounts()).find((it) => it.status === 'received')?.count ?? 0;
    const leftAt = performance.now();
    // On timeout, the expectations below report what is missing.
    await untilProcessed(acknowledged.size).catch(() => undefined);
    reportFigures('SIGKILL during notifications', {
      ...{ kills, acknowledged: acknowledged.size, statuses: Object.fromEntries(statuses) },
      ...{ left, appliedMs: performance.now() - leftAt },
    });
    expect([...statuses.keys()].filter((it) => ![0, 200, 503].includes(it))).toEqual([]);
    await expectAppliedOnce(acknowledged);
  },
  scaled(120_000, 1_800_000),
);

it(
  'the unprocessed events of an acknowledged body are applied after SIGKILL and a restart',
  async () => {
    for (let kill = 0; kill < scaled(1, 5); kill++) {
      const notice = await goCardlessNotice(BATCH);
      proxy.latencyMs = 4;
      expect(await provider.send(notice)).toMatchObject({ status: 200 });
      const waiting = (await notificationCounts()).find((it) => it.status === 'received')?.count ?? 0;
      await service.kill();
      proxy.latencyMs = 0;
      expect(waiting).toBeGreaterThan(0);
      await killAndRestart();
      // The service must process the events before the provider redelivers the body.
      await untilProcessed(provider.acknowledged.size);
      await provider.deliver(notice);
      await expectAppliedOnce(provider.acknowledged);
    }
  },
  scaled(60_000, 300_000),
);

it('notifications during a database outage return 503 within 5 s, and their redelivery is applied once', async () => {
  const notices = [...(await stripeNotices(20)), await goCardlessNotice(20), await goCardlessNotice(20)];
  proxy.blackhole();
  const answers = await Promise.all([...notices, ...notices].map((it) => provider.send(it)));
  proxy.pass();
  expect(answers.filter((it) => it.status !== 503 || it.retryAfter === null)).toEqual([]);
  expect(Math.max(...answers.map((it) => it.ms))).toBeLessThan(ANSWER_MS);
  // Notifications that were stored without an acknowledgement are not applied twice.
  await Promise.all(notices.map((it) => provider.deliver(it)));
  await untilProcessed(60);
  expect(provider.acknowledged.size).toBe(60);
  await expectAppliedOnce(provider.acknowledged);
});

it.each(['request', 'reply'] as const)(
  'a notification whose COMMIT %s is lost returns 503, and its redelivery is applied once',
  async (lose) => {
    const stored = lose === 'reply';
    const [single] = await stripeNotices(1);
    if (single === undefined) throw new Error('unreachable');
    for (const [notice, count] of [
      [single, 1],
      [await goCardlessNotice(20), 20],
    ] as const) {
      const before = (await notificationCounts()).reduce((sum, it) => sum + it.count, 0);
      const lost = proxy.loseNext('COMMIT', lose);
      expect(await provider.send(notice)).toMatchObject({
        status: 503,
        retryAfter: expect.any(String) as string,
      });
      await lost;
      const after = (await notificationCounts()).reduce((sum, it) => sum + it.count, 0);
      expect(after - before).toBe(stored ? count : 0);
      await provider.deliver(notice);
    }
    await untilProcessed(21);
    await expectAppliedOnce(provider.acknowledged);
  },
);
