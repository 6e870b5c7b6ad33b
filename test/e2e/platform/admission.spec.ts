import { Client } from 'pg';
import { eventually } from '../../support/eventually';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

/** Units of one organization at work (docs/decisions.md#fairness-of-the-api). */
const UNITS = 8;

/** A lock on a table makes the requests for it last until the test ends it. */
describe('admission', () => {
  const app = useTestApp({ ROLE: 'api', DATABASE_TIMEOUT_MS: '30000', DATABASE_POOL_SIZE: '20' });
  const loud = useOrganization(app);
  const other = useOrganization(app);
  let locker: Client;

  beforeEach(async () => {
    locker = new Client({ connectionString: app.database.url });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE taxes IN ACCESS EXCLUSIVE MODE');
  });
  afterEach(() => locker.end());

  const unlock = () => locker.query('COMMIT');
  const metric = async (name: string): Promise<number> => {
    const { text } = await app.request.get('/metrics').expect(200);
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const untilWaiting = (count: number) =>
    eventually(async () => ((await metric('api_requests_waiting')) === count ? true : null));
  const untilLocked = (count: number) =>
    eventually(async () => {
      const rows = await app.database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length === count ? true : null;
    });
  /** Sends requests at once, which supertest does only when it is asked for the response. */
  const send = (count: number, organization: TestOrganization, path: string): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, async () => (await organization.get(path)).status));

  it('lets eight requests of an organization work, and serves others meanwhile', async () => {
    const taxes = send(UNITS + 3, loud, '/v1/taxes');
    await untilWaiting(3);
    await untilLocked(UNITS);
    const waiting = send(1, loud, '/v1/customers');
    await untilWaiting(4);
    await other.get('/v1/customers').expect(200);
    await unlock();
    expect(new Set(await taxes)).toEqual(new Set([200]));
    expect(await waiting).toEqual([200]);
    expect(await metric('api_requests_waiting')).toBe(0);
  });

  it('lets a list of more than 100 rows work alone', async () => {
    const large = send(1, loud, '/v1/taxes?limit=101');
    await untilLocked(1);
    const small = send(1, loud, '/v1/customers');
    const larger = send(1, loud, '/v1/customers?limit=1000');
    await untilWaiting(2);
    expect(await send(1, other, '/v1/customers?limit=1000')).toEqual([200]);
    await unlock();
    expect([await large, await small, await larger]).toEqual([[200], [200], [200]]);
  });

  it('leaves out ingestion, health and what is refused before it', async () => {
    const taxes = send(UNITS, loud, '/v1/taxes');
    await untilLocked(UNITS);
    const event = { transaction_id: 'a', code: 'unknown', external_subscription_id: 'unknown' };
    await loud.post('/v1/events', event).expect(422);
    await loud.post('/v1/events', event).set('Idempotency-Key', 'a').expect(422);
    await app.request.get('/health/ready').expect(200);
    await app.request.get('/v1/taxes').expect(401);
    await unlock();
    expect(new Set(await taxes)).toEqual(new Set([200]));
  });

  it('keeps no transaction open for a request with an Idempotency-Key that waits', async () => {
    const taxes = send(UNITS, loud, '/v1/taxes');
    await untilLocked(UNITS);
    const creation = loud.post('/v1/customers', { external_id: 'c' }).set('Idempotency-Key', 'c');
    const created = bodyOf(creation, 201);
    await untilWaiting(1);
    const open = await app.database.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'billing-api' AND xact_start IS NOT NULL`,
    );
    expect(open).toHaveLength(UNITS);
    await unlock();
    await created;
    await taxes;
  });

  it('forgets waiting requests whose clients have disconnected', async () => {
    const taxes = send(UNITS, loud, '/v1/taxes');
    await untilLocked(UNITS);
    const client = new AbortController();
    const { signal } = client;
    const headers = { Authorization: `Bearer ${loud.rawKey}` };
    const gone = fetch(`${app.url}/v1/customers`, { headers, signal }).catch((error: unknown) => error);
    await untilWaiting(1);
    client.abort();
    await untilWaiting(0);
    await gone;
    await unlock();
    await taxes;
  });
});

describe('reserved connections', () => {
  const app = useTestApp({ ROLE: 'api', DATABASE_TIMEOUT_MS: '30000', DATABASE_POOL_SIZE: '8' });
  const organization = useOrganization(app);

  it('check keys and the health while all other connections are taken', async () => {
    const locker = new Client({ connectionString: app.database.url });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE taxes IN ACCESS EXCLUSIVE MODE');
    const taxes = Promise.all(
      Array.from({ length: UNITS }, async () => (await organization.get('/v1/taxes')).status),
    );
    await eventually(async () => {
      const waiting = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await app.database.query(waiting)).length === UNITS ? true : null;
    });
    await app.request.get('/health/ready').expect(200);
    const unknown = `svc_live_${'0'.repeat(43)}`;
    await app.request.get('/v1/taxes').set('Authorization', `Bearer ${unknown}`).expect(401);
    await locker.end();
    expect(new Set(await taxes)).toEqual(new Set([200]));
  });
});

describe('admission while the database does not respond', () => {
  const app = useTestApp({ ROLE: 'api', DATABASE_TIMEOUT_MS: '2000' });
  const organization = useOrganization(app);

  it('refuses the waiting requests together with the first one that fails', async () => {
    const locker = new Client({ connectionString: app.database.url });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE taxes IN ACCESS EXCLUSIVE MODE');
    const startedAt = performance.now();
    const responses = await Promise.all(
      Array.from({ length: 5 * UNITS }, async () => {
        const { status, headers } = await organization.get('/v1/taxes');
        return { status, hasDelay: headers['retry-after'] !== undefined };
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    await locker.end();
    expect(responses).toEqual(responses.map(() => ({ status: 503, hasDelay: true })));
    expect(seconds).toBeLessThan(5);
    await organization.get('/v1/taxes').expect(200);
  });
});

describe('admission while the database refuses writes', () => {
  const app = useTestApp({ ROLE: 'api', DATABASE_TIMEOUT_MS: '30000', DATABASE_POOL_SIZE: '20' });
  const organization = useOrganization(app);

  it('serves the reads that wait behind refused writes', async () => {
    const locker = new Client({ connectionString: app.database.url });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE customers IN SHARE MODE'); // writes wait for it, reads do not
    await refuseWrites();
    const writes = Array.from({ length: UNITS }, async (_, n) => {
      const { status } = await organization.post('/v1/customers', { external_id: `c${n}` });
      return status;
    });
    await eventually(async () => {
      const waiting = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await app.database.query(waiting)).length === UNITS ? true : null;
    });
    const reads = Array.from({ length: 3 }, async () => (await organization.get('/v1/customers')).status);
    await eventually(async () => {
      const { text } = await app.request.get('/metrics').expect(200);
      return text.includes('\napi_requests_waiting 3\n') ? true : null;
    });
    await locker.end();
    expect(new Set(await Promise.all(writes))).toEqual(new Set([503]));
    expect(await Promise.all(reads)).toEqual([200, 200, 200]);
  });

  /** New connections are read-only; those that the service has are cut. */
  async function refuseWrites(): Promise<void> {
    const [row] = await app.database.query<{ name: string }>('SELECT current_database() AS name');
    await app.database.query(`ALTER DATABASE ${row?.name ?? ''} SET default_transaction_read_only = on`);
    await app.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'billing-%'`,
    );
  }
});
