import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { BillingLedger, COUNTED, WRITES, type Counted, type Write } from '../support/billing-ledger';
import { ended } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/long-form';
import { RandomBillingClient, STRIPE_SECRET, type SharedBooks } from '../support/random-billing-client';
import { RecordingReceiver } from '../support/recording-receiver';
import { SeededRandom } from '../support/seeded-random';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const CLIENTS = 8;
const SERVICES = 2;
const RUN_MS = scaled(8000, 300_000);
const CHECKS = [
  'advance_fees',
  'coupon_amounts',
  'coupon_bills',
  'credit_note_balances',
  'credit_note_items',
  'credit_note_offsets',
  'credit_note_refunds',
  'credit_note_splits',
  'credited_fees',
  'credited_invoices',
  'delivery_counters',
  'event_deliveries',
  'invoice_analytics',
  'invoice_credit_notes',
  'invoice_discounts',
  'invoice_fees',
  'invoice_finalization',
  'invoice_numbers',
  'invoice_refunds',
  'invoice_settlements',
  'invoice_wallets',
  'mrr_analytics',
  'payment_amounts',
  'payment_refunds',
  'payment_request_amounts',
  'payment_request_payments',
  'payment_request_statuses',
  'payment_settlements',
  'subscription_billing',
  'wallet_balances',
  'wallet_consumption',
  'wallet_credits',
];

/**
 * The seed determines the requests of each client. Their interleaving with each other and with kills varies.
 */
const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));

let database: TestDatabase;
let receiver: RecordingReceiver;
let services: ServiceProcess[] = [];

beforeAll(async () => {
  process.stderr.write(`  FAULT_SEED=${seed}\n`);
  database = await createTestDatabase();
  receiver = await RecordingReceiver.start();
  services = await Promise.all(Array.from({ length: SERVICES }, start));
}, 90_000);
afterAll(async () => {
  await killServices();
  await receiver.stop();
  await database.drop();
});

/** Starts a service with a short deadline, so that its leases expire soon after it is killed. */
function start(): Promise<ServiceProcess> {
  const env = { WEBHOOK_TIMEOUT_MS: '3000', EVENTS_RATE_LIMIT: '0' };
  return ServiceProcess.start({ role: 'all', databaseUrl: database.url, env });
}

const urls = (): string[] => services.map((it) => it.url);

async function made<T>(client: ApiClient, path: string, body: object, method = 'POST'): Promise<T> {
  const answer = await client.request(method, path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

/** Creates customers with wallets, and plans of increasing price, paid alternately in arrears and in advance. */
async function openBooks(client: ApiClient): Promise<SharedBooks> {
  const ledger = new BillingLedger();
  await client.anEndpoint(receiver.url('/'));
  // Reconciliation tolerates missing deliveries for 30 s after a change to the endpoint; here none may be missing.
  await database.query(
    `UPDATE webhook_endpoint_subscriptions SET starts_at = starts_at - interval '1 minute'`,
  );
  const secret = { webhook_secret: STRIPE_SECRET };
  const connection = await made<{ webhook_url: string }>(
    client,
    '/v1/payment_providers/stripe',
    secret,
    'PUT',
  );
  const { pathname, search } = new URL(connection.webhook_url);
  const metric = { code: 'calls', name: 'Calls', aggregation_type: 'sum', field_name: 'value' };
  await made(client, '/v1/billable_metrics', metric);
  const charges = [
    { billable_metric_code: 'calls', charge_model: 'standard', properties: { amount: '0.01' } },
  ];
  const books: SharedBooks = {
    ...{ customers: [], plans: [], wallets: [], invoices: [], payments: [], subscriptions: [] },
    webhookPath: pathname + search,
    ledger,
  };
  for (let n = 1; n <= 6; n++) {
    const name = { code: `plan_${n}`, name: `Plan ${n}`, interval: 'monthly', currency: 'EUR' };
    const terms = { amount_cents: 3100 * n, pay_in_advance: n % 2 === 0, charges };
    books.plans.push((await made<{ id: string }>(client, '/v1/plans', { ...name, ...terms })).id);
  }
  for (let n = 1; n <= 4; n++) {
    const { id } = await made<{ id: string }>(client, '/v1/customers', { external_id: `customer_${n}` });
    books.customers.push(id);
    const funds = { customer_id: id, currency: 'EUR', rate_amount: '1', paid_credits: '5' };
    const wallet = await made<{ id: string }>(client, '/v1/wallets', funds);
    books.wallets.push(wallet.id);
    ledger.acknowledged.wallets.push(wallet.id);
    ledger.counts.topUps++;
  }
  return books;
}

/** Kills and replaces services at random times until the signal aborts. Returns the number of kills. */
async function killAtRandom(random: SeededRandom, signal: AbortSignal): Promise<number> {
  let kills = 0;
  while (!signal.aborted) {
    await sleep(500 + random.below(1500));
    const victim = random.pick(services);
    if (victim === undefined) throw new Error('No service is left');
    services = services.filter((it) => it !== victim);
    await victim.kill();
    kills++;
    services = [...services, await start()];
  }
  return kills;
}

interface Reconciliation {
  agrees: boolean;
  checks: { name: string; agrees: boolean; mismatches: object[] }[];
}

/** Expects every acknowledged write to be stored exactly once. */
async function expectWritesOf(client: ApiClient, ledger: BillingLedger): Promise<void> {
  for (const [write, query] of Object.entries(WRITES) as [Write, string][]) {
    const rows = await database.query<{ id: string }>(query, [client.organizationId]);
    const stored = rows.map((it) => it.id).sort();
    expect({ write, stored }).toEqual({ write, stored: [...ledger.acknowledged[write]].sort() });
  }
  const counts = {} as Record<Counted, number>;
  for (const [write, query] of Object.entries(COUNTED) as [Counted, string][]) {
    const [row] = await database.query<{ count: number }>(query, [client.organizationId]);
    counts[write] = row?.count ?? -1;
  }
  expect(counts).toEqual(ledger.counts);
}

async function expectNumbersWithoutGaps({ organizationId }: ApiClient): Promise<void> {
  const rows = await database.query<{ number: string }>(
    'SELECT number FROM invoices WHERE organization_id = $1 AND number IS NOT NULL',
    [organizationId],
  );
  const numbers = rows.map((it) => Number(it.number.split('-').at(-1))).sort((a, b) => a - b);
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
}

it(
  'billing by random clients under random kills reconciles and loses no acknowledged write',
  async () => {
    const client = await ApiClient.signUp(services[0]?.url ?? '');
    const books = await openBooks(client);
    const random = (n: number): SeededRandom => new SeededRandom(seed + n);
    const clients = Array.from(
      { length: CLIENTS },
      (_, n) => new RandomBillingClient(client, books, random(n), urls),
    );
    for (const it of clients) await it.subscribe();
    const end = AbortSignal.timeout(RUN_MS);
    const [kills] = await Promise.all([
      killAtRandom(random(CLIENTS), end),
      ...clients.map((it) => it.run(end)),
    ]);
    await ended(database, client.organizationId, scaled(30_000, 120_000));
    assertNoneFell();

    const { ledger } = books;
    reportFigures('random billing', { seed, kills, answers: Object.fromEntries([...ledger.answers].sort()) });
    expect(kills).toBeGreaterThan(scaled(0, 10));
    expect(ledger.unexpected).toEqual([]);
    await expectWritesOf(client, ledger);
    await expectNumbersWithoutGaps(client);
    client.baseUrl = services[0]?.url ?? '';
    const { checks, agrees } = await eventually(async () => {
      const { status, body } = await client.request('GET', '/v1/reconciliation');
      return status === 200 ? (body as Reconciliation) : null;
    });
    expect(checks.filter((it) => !it.agrees)).toEqual([]);
    expect(agrees).toBe(true);
    expect(checks.map((it) => it.name).sort()).toEqual(CHECKS);
  },
  RUN_MS + scaled(90_000, 240_000),
);
