import { request } from 'node:http';
import { BillingStory } from '../../support/billing-story';
import { aCustomer, anEndpoint } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { isLong } from '../../support/long-form';
import {
  organizationWithKey,
  startTestApp,
  type TestApp,
  type TestOrganization,
} from '../../support/test-app';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';
import { ended } from '../../support/webhooks';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { bodyOf, listOf, problemOf, wrongFieldsOf, type WebhookBody } from '../../support/wire';

describe('health and metrics', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it('/health/live and /health/ready respond with 200', async () => {
    await app.request.get('/health/live').expect(200, { status: 'ok' });
    await app.request.get('/health/ready').expect(200, { status: 'ok', database: 'ok', migrations: 'ok' });
  });

  (isLong ? it : it.skip)('/health/ready responds within a few seconds while a table is locked', async () => {
    await app.database.query('BEGIN; LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
    const startedAt = performance.now();
    const unreachable = { status: 'unavailable', database: 'unreachable', migrations: 'unknown' };
    await app.request.get('/health/ready').expect(503, unreachable);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await app.database.query('ROLLBACK');
  });

  it('the metrics count requests by route and attempts by outcome, and contain no IDs', async () => {
    const receiver = await MisbehavingReceiver.start();
    const organization = await app.anOrganization();
    const { id } = await anEndpoint(organization, receiver.url('ok'));
    const sent = await bodyOf<WebhookBody>(organization.post(`/v1/webhook_endpoints/${id}/test`));
    await ended(organization, sent.id);
    const { text, headers } = await app.request.get('/metrics').expect(200);
    await receiver.stop();
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(
      /^http_request_duration_seconds_count\{[^}]*route="\/v1\/webhook_endpoints\/:id\/test"[^}]*\} 1$/m,
    );
    expect(text).toMatch(/^webhook_delivery_attempts_total\{outcome="success"\} [1-9]/m);
    expect(text).toMatch(/^webhook_queue_depth\{/m);
    for (const secret of [organization.id, organization.rawKey, id]) expect(text).not.toContain(secret);
  });

  it('responses do not reveal the framework', async () => {
    const { headers } = await app.request.get('/health/live');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('API responses and Swagger UI have their own security headers', async () => {
    const data = {
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    };
    const event = app.request.post('/v1/events').send({});
    for (const request of [app.request.get('/health/live'), app.request.get('/openapi.json'), event]) {
      expect((await request).headers).toMatchObject(data);
    }
    const { headers } = await app.request.get('/docs/');
    expect(headers['content-security-policy']).toContain("script-src 'self' 'unsafe-inline'");
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' });
  });
});

describe('a database that refuses writes', () => {
  const READY = { status: 'ok', database: 'ok', migrations: 'ok' };
  let app: TestApp;
  let organization: TestOrganization;
  let customers = 0;

  beforeAll(async () => {
    app = await startTestApp();
    organization = await app.anOrganization();
  });
  afterAll(() => app.stop());

  const write = () => organization.post('/v1/customers', { external_id: `c${customers++}` });
  const writesFailing = async () =>
    /^database_writes_failing (\d)$/m.exec((await app.request.get('/metrics')).text)?.[1];

  const fullDisk = `CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON customers EXECUTE FUNCTION fill_disk()`;

  it.each([
    ['for lack of space', fullDisk, 'DROP TRIGGER full_disk ON customers'],
    [
      'for lack of rights',
      'REVOKE INSERT ON customers FROM billing_organization',
      'GRANT INSERT ON customers TO billing_organization',
    ],
  ])('%s shows in /health/ready and in the metrics until a write succeeds', async (_what, fault, repair) => {
    await app.database.query(fault);
    expect((await write()).status).toBeGreaterThanOrEqual(500);
    await organization.get('/v1/customers').expect(200);
    await app.request.get('/health/ready').expect(200, { ...READY, writes: 'failing' });
    expect(await writesFailing()).toBe('1');
    await app.database.query(repair);
    await write().expect(201);
    await app.request.get('/health/ready').expect(200, READY);
    expect(await writesFailing()).toBe('0');
  });

  it('because it is read-only is not ready with READY_REQUIRES_WRITES=on', async () => {
    const strict = await startTestApp({ ROLE: 'api', READY_REQUIRES_WRITES: 'on' }, app.database);
    await strict.request.get('/health/ready').expect(200, READY);
    await setReadOnly('on');
    await write().expect(503);
    await app.request.get('/health/ready').expect(200, { ...READY, writes: 'failing' });
    const refused = { ...READY, status: 'unavailable', writes: 'failing' };
    await strict.request.get('/health/ready').expect(503, refused).expect('Retry-After', '2');
    await setReadOnly('off');
    await app.request.get('/health/ready').expect(200, READY);
    await strict.request.get('/health/ready').expect(200, READY);
    await strict.stop();
  });

  /** Connections keep the setting that they began with, so this closes them. */
  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    await app.database.query(`SET default_transaction_read_only = off`);
    const name = new URL(app.database.url).pathname.slice(1);
    await app.database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
    await app.database.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  }
});

describe('a worker', () => {
  it('serves health and metrics, but not the API', async () => {
    const worker = await startTestApp({ ROLE: 'worker' });
    try {
      await worker.request.get('/health/ready').expect(200);
      await worker.request.get('/metrics').expect(200);
      for (const path of ['/v1/customers', '/docs', '/openapi.json']) {
        await problemOf(worker.request.get(path), 404, 'not_found');
      }
      await problemOf(worker.request.post('/v1/organizations').send({ name: 'Acme' }), 404, 'not_found');
    } finally {
      await worker.stop();
    }
  });
});

describe('the test clock', () => {
  it('does not exist by default', async () => {
    const app = await startTestApp();
    try {
      const organization = await app.anOrganization();
      await problemOf(organization.get('/v1/test_clock'), 404, 'not_found');
      await problemOf(organization.put('/v1/test_clock', { now: '2099-01-01T00:00:00Z' }), 404, 'not_found');
    } finally {
      await app.stop();
    }
  });

  it('stands still once it has been moved, and moves only forward', async () => {
    const app = await startTestApp({ TEST_CLOCK: 'on' });
    try {
      const organization = await app.anOrganization();
      const read = async () => (await bodyOf<{ now: string }>(organization.get('/v1/test_clock'))).now;
      expect(Math.abs(Date.parse(await read()) - Date.now())).toBeLessThan(5000);
      const to = '2098-01-01T00:00:00.000Z';
      expect(await bodyOf(organization.put('/v1/test_clock', { now: to }))).toEqual({
        now: to,
        events: [],
        passed_over: [],
      });
      expect([await read(), await read()]).toEqual([to, to]);
      await organization.put('/v1/test_clock', { now: to }).expect(200);
      const back = organization.put('/v1/test_clock', { now: '2097-12-31T23:59:59.999Z' });
      await problemOf(back, 400, 'invalid_state');
      expect(await read()).toBe(to);
      const customer = await aCustomer(organization, { external_id: 'c1' });
      expect(customer).toMatchObject({ created_at: to, updated_at: to });
      for (const now of [undefined, null, 'soon', 4_000_000_000, '2099-02-30T00:00:00Z']) {
        expect(await wrongFieldsOf(organization.put('/v1/test_clock', { now }))).toEqual(['now']);
      }
      const again = await startTestApp({ TEST_CLOCK: 'on' }, app.database);
      const elsewhere = again.request.get('/v1/test_clock').auth(organization.rawKey, { type: 'bearer' });
      expect(await bodyOf(elsewhere)).toEqual({ now: to });
      await again.stop();
    } finally {
      await app.stop();
    }
  });
});

describe('a move of the test clock', () => {
  const FAR = '2099-12-31T23:59:59.999Z';
  let database: TestDatabase;
  let app: TestApp;
  let story: BillingStory;

  interface ClockBody {
    now: string;
    move?: { from: string; to: string };
    stopped?: true;
    events: { webhook_type: string }[];
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await startTestApp({ TEST_CLOCK: 'on' }, database);
    story = await BillingStory.begin(app);
    await story.moveTo('2030-01-01');
    await story.subscribe(await story.plan({ interval: 'weekly' }));
  });
  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  const read = () => bodyOf<ClockBody>(story.organization.get('/v1/test_clock'));
  const move = (now: string) => bodyOf<ClockBody>(story.organization.put('/v1/test_clock', { now }));
  const stop = () => story.organization.delete('/v1/test_clock/move').expect(204);
  const yearAfter = (now: string): string => `${Number(now.slice(0, 4)) + 1}${now.slice(4)}`;
  /** Waits until the running move has passed an instant, and returns the clock. */
  const passed = (instant: string): Promise<ClockBody> =>
    eventually(async () => {
      const clock = await read();
      return clock.move !== undefined && clock.now > instant ? clock : null;
    });
  /** Expects one invoice for every Monday since the start. */
  const expectWeeklyInvoices = async (until: string): Promise<void> => {
    const weeks = Math.floor((Date.parse(until) - Date.parse('2030-01-07')) / (7 * 86_400_000)) + 1;
    expect((await listOf(story.organization.get('/v1/invoices?limit=1'))).total).toBe(weeks);
  };

  it('beyond 2099-12-31 is refused with 422 that names the limit', async () => {
    for (const now of ['2100-01-01T00:00:00Z', '9999-12-31T00:00:00Z']) {
      const put = story.organization.put('/v1/test_clock', { now });
      const { errors } = await problemOf(put, 422, 'validation_failed');
      expect(errors).toMatchObject([{ field: 'now', code: 'out_of_range' }]);
      expect(errors?.[0]?.message).toContain('2099-12-31');
    }
  });

  it('shows its progress, refuses other moves, and stops on DELETE; the next one continues', async () => {
    const { now: from } = await read();
    const moving = move(FAR);
    const other = story.organization.put('/v1/test_clock', { now: FAR });
    expect((await passed('2030-02-15')).move).toEqual({ from, to: FAR });
    await app.request.get('/health/ready').expect(200);
    const { detail } = await problemOf(other, 409, 'move_in_progress');
    expect(detail).toContain('DELETE /v1/test_clock/move');
    await stop();
    const stopped = await moving;
    expect(stopped).toMatchObject({ stopped: true, passed_over: [] });
    expect(stopped.now < FAR).toBe(true);
    expect(await read()).toEqual({ now: stopped.now });
    const to = yearAfter(stopped.now);
    expect(await move(to)).not.toHaveProperty('stopped');
    await expectWeeklyInvoices(to);
    await stop();
  });

  it('stops when its client disconnects', async () => {
    const { now: from } = await read();
    const body = JSON.stringify({ now: FAR });
    const headers = {
      authorization: `Bearer ${story.organization.rawKey}`,
      'content-type': 'application/json',
    };
    const client = request(`${app.url}/v1/test_clock`, { method: 'PUT', headers });
    client.on('error', () => undefined); // caused by destroy()
    client.end(body);
    await passed(from);
    client.destroy();
    const { now } = await eventually(async () => {
      const clock = await read();
      return clock.move === undefined ? clock : null;
    });
    expect(now < FAR).toBe(true);
    await expectWeeklyInvoices(now);
  });

  it('stops when the service stops, even while a delivery is due; the next one continues after the restart', async () => {
    const receiver = await MisbehavingReceiver.start();
    await anEndpoint(story.organization, receiver.url('ok'));
    const { now: from } = await read();
    const moving = move(FAR);
    await passed(from);
    await app.stop();
    const { now, stopped } = await moving;
    expect(stopped).toBe(true);
    app = await startTestApp({ TEST_CLOCK: 'on' }, database);
    const { id, apiKeyId, rawKey } = story.organization;
    story = new BillingStory(app, organizationWithKey(app.request, id, { id: apiKeyId, raw_key: rawKey }));
    expect(await read()).toEqual({ now });
    const to = yearAfter(now);
    expect(await move(to)).toMatchObject({ now: to });
    await expectWeeklyInvoices(to);
    await receiver.stop();
  });
});
