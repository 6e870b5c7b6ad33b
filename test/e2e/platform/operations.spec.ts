import { once } from 'node:events';
import { request } from 'node:http';
import { logger } from '../../../src/platform/observability/logger';
import { anEndpoint } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { ended } from '../../support/webhooks';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { bodyOf, problemOf, type WebhookBody } from '../../support/wire';

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

  it('/health/ready stays ok while the list of migrations is locked', async () => {
    await app.request.get('/health/ready').expect(200);
    await app.database.query('BEGIN; LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
    await app.request.get('/health/ready').expect(200);
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

  it('a client that disconnects during its body is counted as aborted, and is no warning', async () => {
    const warn = jest.spyOn(logger, 'warn');
    const authorization = `Bearer ${(await app.anOrganization()).rawKey}`;
    const headers = { authorization, 'content-length': '100' };
    for (const path of ['/v1/customers', '/v1/events']) {
      const received = once(app.app.getHttpServer(), 'request');
      const sent = request(`${app.url}${path}`, { method: 'POST', headers });
      sent.on('error', () => undefined).write('{');
      await received;
      sent.destroy();
    }
    const metrics = await eventually(async () => {
      const { text } = await app.request.get('/metrics');
      return text.match(/^http_request_duration_seconds_count\{.*status="aborted"\} 1$/gm)?.length === 2
        ? text
        : null;
    });
    expect(metrics).not.toMatch(/status="5/);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('responses do not reveal the framework', async () => {
    const { headers } = await app.request.get('/health/live');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('/ leads browsers to the dashboard, and is an unknown path for API clients', async () => {
    const browser = await app.request.get('/').set('Accept', 'text/html,*/*;q=0.8').expect(302);
    expect(browser.headers.location).toBe('/dashboard');
    await app.request.get('/').set('Accept', 'application/json').expect(404);
  });

  it('API responses and Swagger UI have their own security headers', async () => {
    const data = {
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    };
    const event = app.request.post('/v1/events').send({});
    for (const request of [app.request.get('/health/live'), event]) {
      expect((await request).headers).toMatchObject({ ...data, 'cache-control': 'no-store' });
    }
    const description = await app.request.get('/openapi.json');
    expect(description.headers).toMatchObject({ ...data, 'cache-control': 'no-cache' });
    const { headers } = await app.request.get('/docs/');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
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
    await write().expect(503);
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
