import { ApiClient, type ApiAnswer } from '../support/api-client';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/fault-scale';
import { Ledger } from '../support/ledger';
import { aMeteredCustomer, aUsageEvent } from '../support/metered-customer';
import { stripeEvent } from '../support/payments';
import { PostgresPair } from '../support/postgres-pair';
import { signStripe } from '../support/provider-messages';
import { STRIPE_SECRET } from '../support/random-billing-client';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';

/** Target: the first write after the standby has taken over. */
const RECOVERY_MS = 10_000;
const WRITES = scaled(200, 5000);

let pair: PostgresPair;
let receiver: RecordingReceiver;
let api: ServiceProcess;

/** Gives the tests of a `describe` a pair of servers with an API and a worker. */
function useStage(): void {
  beforeAll(async () => {
    [pair, receiver] = await Promise.all([PostgresPair.start(), RecordingReceiver.start()]);
    const databaseUrl = pair.url;
    [api] = await Promise.all([
      ServiceProcess.start({ role: 'api', databaseUrl }),
      ServiceProcess.start({ role: 'worker', databaseUrl }),
    ]);
  }, 90_000);
  afterEach(assertNoneFell);
  afterAll(async () => {
    await killServices();
    await receiver.stop();
    await pair.drop();
  });
}

describe('a standby that takes over under load', () => {
  useStage();

  it(
    'has every acknowledged write, and API and workers continue on it by themselves',
    async () => {
      const client = await ApiClient.signUp(api.url);
      await client.anEndpoint(receiver.url('/'));
      const ledger = new Ledger();
      const end = new AbortController();
      const load = client.createCustomers(
        { concurrency: 8, pauseMs: 10, signal: end.signal, persistent: true },
        ledger,
      );
      await eventually(() => (ledger.acknowledged.size >= WRITES ? true : null), scaled(30_000, 300_000));

      await pair.killPrimary();
      await pair.promote();
      const promotedAt = performance.now();
      const acknowledged = ledger.acknowledged.size;
      await eventually(() => (ledger.acknowledged.size > acknowledged + 50 ? true : null), RECOVERY_MS);
      const recoveredMs = ledger.lastAcknowledgedAt - promotedAt;
      end.abort();
      await load;

      reportFigures('failover', { recoveredMs, answers: Object.fromEntries(ledger.answers) });
      expect(ledger.statuses.filter((it) => it !== 201 && it !== 503)).toEqual([]);
      expect([ledger.bare503, ledger.unacknowledged.size]).toEqual([0, 0]);
      const rows = await pair.query<{ external_id: string }>(
        pair.standbyUrl,
        'SELECT external_id FROM customers WHERE organization_id = $1',
        [client.organizationId],
      );
      const present = new Set(rows.map((it) => it.external_id));
      expect([...ledger.acknowledged.keys()].filter((it) => !present.has(it))).toEqual([]);
      expect(rows).toHaveLength(present.size);
      await eventually(
        () =>
          new Set(receiver.arrivals.map((it) => it.deliveryId)).size >= ledger.acknowledged.size
            ? true
            : null,
        30_000,
      );
    },
    scaled(120_000, 600_000),
  );
});

describe('a standby that PostgreSQL stops waiting for', () => {
  useStage();

  it('makes the response a 503, and so is every repetition until the standby has the write', async () => {
    const client = await ApiClient.signUp(api.url);
    const headers = { 'idempotency-key': 'unconfirmed' };
    const create = () => client.request('POST', '/v1/customers', { external_id: 'unconfirmed' }, headers);
    await pair.stopStandby();

    expect(await unconfirmed(create)).toMatchObject(UNAVAILABLE);
    expect(await customers(client)).toBe(1); // committed, and on one node only
    expect(await create()).toMatchObject(UNAVAILABLE);
    await pair.startStandby();
    expect(await confirmed(create)).toMatchObject({ status: 201, replayed: true });
    expect(await customers(client)).toBe(1);
  }, 60_000);

  it('makes the response to usage events a 503, and so is every repetition', async () => {
    const client = await ApiClient.signUp(api.url);
    const event = aUsageEvent(await aMeteredCustomer(client), 'unconfirmed');
    const report = () => client.request('POST', '/v1/events', event);
    await pair.stopStandby();

    expect(await unconfirmed(report)).toMatchObject(UNAVAILABLE);
    expect(await report()).toMatchObject(UNAVAILABLE);
    await pair.startStandby();
    expect(await confirmed(report)).toMatchObject({ status: 200 });
  }, 60_000);

  it('makes the response to a notification of a provider a 503, and so is every redelivery', async () => {
    const client = await ApiClient.signUp(api.url);
    const path = await aStripeWebhook(client);
    const message = signStripe(stripeEvent('payout.paid', {}), STRIPE_SECRET);
    const notify = () => client.request('POST', path, JSON.parse(message.body) as object, message.headers);
    await pair.stopStandby();

    expect(await unconfirmed(notify)).toMatchObject(UNAVAILABLE);
    expect(await notify()).toMatchObject(UNAVAILABLE);
    await pair.startStandby();
    expect(await confirmed(notify)).toMatchObject({ status: 200 });
  }, 60_000);
});

const UNAVAILABLE = { status: 503, retryAfter: expect.any(String) as string };

/** Sends a request and cancels the wait of its COMMIT for the standby. */
async function unconfirmed(send: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  const answer = send();
  await eventually(async () => {
    const waiting = await pair.query(
      pair.primaryUrl,
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
    );
    return waiting.length > 0 ? true : null;
  }, 3000);
  return answer;
}

/** Repeats a request until it succeeds. */
function confirmed(send: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  return eventually(async () => {
    const answer = await send();
    return answer.status === 503 ? null : answer;
  }, 30_000);
}

/** Returns the path of the webhook URL. */
async function aStripeWebhook(client: ApiClient): Promise<string> {
  const body = { webhook_secret: STRIPE_SECRET };
  const { body: connection } = await client.request('PUT', '/v1/payment_providers/stripe', body);
  const { pathname, search } = new URL((connection as { webhook_url: string }).webhook_url);
  return pathname + search;
}

async function customers({ organizationId }: ApiClient): Promise<number> {
  const sql = 'SELECT count(*)::int AS count FROM customers WHERE organization_id = $1';
  const [row] = await pair.query<{ count: number }>(pair.primaryUrl, sql, [organizationId]);
  return row?.count ?? 0;
}
