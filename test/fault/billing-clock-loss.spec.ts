import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/long-form';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const KILLS = scaled(1, 20);
const INSTANCES = scaled(2, 3);
const CUSTOMERS = 10;
/** Subscriptions per plan. Several batches for each kill, so that even a fast machine has due work left at the last one. */
const SUBSCRIPTIONS = KILLS * 60;
const CALLS = 7;
const MINUTE_MS = 60_000;
const BEGIN = Date.UTC(2031, 0, 15, 12);
const FIRST_END = Date.UTC(2031, 1, 1);
const SECOND_END = Date.UTC(2031, 2, 1);

/** `totals` are the expected totals of the two invoices of each subscription: 17 of 31 days, then February. */
const PLANS = [
  { code: 'arrears', terms: { pay_in_advance: false }, totals: [1700, 3100] },
  { code: 'advance', terms: { pay_in_advance: true }, totals: [3100, 3100] },
  { code: 'metered', terms: { pay_in_advance: false }, totals: [1700 + 10 * CALLS, 3100] },
];

let database: TestDatabase;
let client: ApiClient;
/** Time in milliseconds that a process needs to become ready. */
let startMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
}, 90_000);
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await database.drop();
});

/** Starts a process whose clock initially shows `at`. */
function launch(role: 'api' | 'worker', at: number): ServiceProcess {
  return ServiceProcess.launch({
    role,
    databaseUrl: database.url,
    env: { CLOCK_SHIFT_MS: String(at - Date.now()), EVENTS_RATE_LIMIT: '0' },
    nodeArgs: ['--require', join(__dirname, '../support/clock-shift.cjs')],
  });
}

/**
 * Starts workers whose clocks all reach `minute`, the time of their schedules, soon after the workers are
 * ready.
 */
async function launchBefore(minute: number, count = 1): Promise<ServiceProcess[]> {
  const leadMs = 500 + 1.5 * startMs * count;
  const workers = Array.from({ length: count }, () => launch('worker', minute - leadMs));
  await Promise.all(workers.map((it) => it.ready()));
  return workers;
}

async function made<T>(path: string, body: object): Promise<T> {
  const answer = await client.request('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

/** Creates subscriptions to all plans, starting in mid-January; the metered ones have usage. */
async function subscribeAll(): Promise<void> {
  const metric = { code: 'calls', name: 'Calls', aggregation_type: 'sum', field_name: 'value' };
  await made('/v1/billable_metrics', metric);
  const charge = { billable_metric_code: 'calls', charge_model: 'standard', properties: { amount: '0.1' } };
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, () =>
      made<{ id: string }>('/v1/customers', { external_id: randomUUID() }),
    ),
  );
  for (const { code, terms } of PLANS) {
    const charges = code === 'metered' ? [charge] : [];
    const price = { interval: 'monthly', currency: 'USD', amount_cents: 3100 };
    const plan = await made<{ id: string }>('/v1/plans', { code, name: code, ...price, ...terms, charges });
    const subscribe = async (n: number): Promise<void> => {
      const external_id = `${code}-${n}`;
      const customer_id = customers[n % CUSTOMERS]?.id;
      await made('/v1/subscriptions', { external_id, plan_id: plan.id, customer_id });
      if (code !== 'metered') return;
      const about = { code: 'calls', external_subscription_id: external_id, properties: { value: CALLS } };
      await made('/v1/events', { transaction_id: external_id, ...about });
    };
    for (let n = 0; n < SUBSCRIPTIONS; n += CUSTOMERS) {
      const some = Array.from({ length: Math.min(CUSTOMERS, SUBSCRIPTIONS - n) }, (_, index) => n + index);
      await Promise.all(some.map(subscribe));
    }
  }
}

const query = <Row>(text: string): Promise<Row[]> => database.query<Row>(text, [client.organizationId]);

async function billed(): Promise<number> {
  const rows = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM invoices WHERE organization_id = $1 AND occasion = 'closing'`,
  );
  return rows[0]?.count ?? 0;
}

/** Kills a worker during its run. Returns the number of subscriptions that it billed. */
async function killDuringRun(minute: number): Promise<number> {
  const before = await billed();
  const [worker] = await launchBefore(minute);
  await eventually(async () => ((await billed()) > before ? true : null), 2 * MINUTE_MS);
  await sleep(randomInt(120));
  await worker?.kill();
  return (await billed()) - before;
}

async function expectOneInvoiceEach(): Promise<void> {
  const odd = await query(
    `SELECT subscription.external_id, array_agg(invoice.total_amount_cents::int ORDER BY invoice.billing_to) AS totals
       FROM subscriptions AS subscription
       LEFT JOIN invoices AS invoice ON invoice.organization_id = subscription.organization_id
        AND invoice.subscription_id = subscription.id AND invoice.occasion = 'closing' AND invoice.status = 'finalized'
      WHERE subscription.organization_id = $1
      GROUP BY subscription.id, subscription.external_id
     HAVING array_agg(invoice.total_amount_cents::int ORDER BY invoice.billing_to)
         <> CASE split_part(subscription.external_id, '-', 1)
              ${PLANS.map(({ code, totals }) => `WHEN '${code}' THEN '{${totals.join(',')}}'::int[]`).join(' ')} END`,
  );
  expect(odd).toEqual([]);
  const gaps = await query(
    `SELECT * FROM (SELECT subscription_id, starts_at, state, ends_at,
              lag(ends_at) OVER (PARTITION BY subscription_id ORDER BY starts_at) AS before
         FROM usage_periods WHERE organization_id = $1) AS period
      WHERE before <> starts_at OR (state = 'open') <> (ends_at > '${new Date(SECOND_END).toISOString()}')`,
  );
  expect(gaps).toEqual([]);
}

async function expectNumbersWithoutGaps(): Promise<void> {
  const rows = await query<{ number: string }>('SELECT number FROM invoices WHERE organization_id = $1');
  const numbers = rows.map((it) => Number(it.number.split('-').at(-1))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
}

/** Expects exactly one created and one finalized event per invoice. */
async function expectEventsAsRows(): Promise<void> {
  const odd = await query(
    `SELECT invoice.id, count(*) FILTER (WHERE kind = 'invoice.created') AS created,
            count(*) FILTER (WHERE kind = 'invoice.finalized') AS finalized
       FROM invoices AS invoice
       LEFT JOIN outbox_events AS event ON event.organization_id = invoice.organization_id
        AND event.object_type = 'invoice' AND event.object_id = invoice.id
      WHERE invoice.organization_id = $1 GROUP BY invoice.id
     HAVING count(*) <> 2 OR count(DISTINCT kind) <> 2`,
  );
  expect(odd).toEqual([]);
}

it(
  'killing the billing clock during its runs leaves one invoice per subscription and period, numbered without gaps',
  async () => {
    const startedAt = performance.now();
    const api = launch('api', BEGIN);
    await api.ready();
    startMs = performance.now() - startedAt;
    client = await ApiClient.signUp(api.url);
    await subscribeAll();
    const all = PLANS.length * SUBSCRIPTIONS;

    const runs: number[] = [];
    for (let kill = 1; kill <= KILLS; kill++) runs.push(await killDuringRun(FIRST_END + kill * MINUTE_MS));
    // Every worker was killed while it had work left.
    expect(await billed()).toBeLessThan(all);
    await launchBefore(SECOND_END + MINUTE_MS, INSTANCES);
    await eventually(async () => ((await billed()) >= 2 * all ? true : null), scaled(120_000, 400_000));
    const idle = await query<{ due: number }>(
      `SELECT count(*)::int AS due FROM subscriptions
        WHERE organization_id = $1 AND next_action_at <= '${new Date(SECOND_END).toISOString()}'`,
    );

    reportFigures('SIGKILL of the billing clock', { subscriptions: all, runs });
    expect(idle).toEqual([{ due: 0 }]);
    await expectOneInvoiceEach();
    await expectNumbersWithoutGaps();
    await expectEventsAsRows();
    const { body } = await client.request('GET', '/v1/reconciliation');
    const { checks } = body as { checks: { name: string; mismatches: object[] }[] };
    expect(checks.filter((it) => it.mismatches.length > 0)).toEqual([]);
  },
  scaled(300_000, 1_800_000),
);
