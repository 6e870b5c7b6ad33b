import { createHash } from 'node:crypto';
import { SessionsService } from '../../../src/modules/api-keys';
import { auditEntries } from '../../support/audited-writes';
import { aCustomer } from '../../support/builders';
import { DashboardClient, cookiesOf, type SessionBody } from '../../support/dashboard-client';
import { eventually } from '../../support/eventually';
import { EventReader } from '../../support/inbox-stream';
import { startTestApp, type TestOrganization } from '../../support/test-app';
import { useOrganization, useProvider, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type ApiKeyBody, type EndpointBody } from '../../support/wire';

const KEYS = '/v1/organizations/current/api_keys';

describe('a session of the dashboard', () => {
  const app = useTestApp();
  const organization = useOrganization(app, { name: 'Acme' });
  const sessions = useProvider(app, SessionsService);
  let browser: DashboardClient;

  beforeEach(() => {
    browser = new DashboardClient(app);
  });

  const passed = (column: 'expires_at' | 'last_used_at', minutes: number): Promise<unknown> =>
    app.database.query(
      `UPDATE dashboard_sessions SET ${column} = ${column} - $1 * interval '1 minute' WHERE organization_id = $2`,
      [minutes, organization.id],
    );

  const idleMinutes = async (): Promise<number> => {
    const [row] = await app.database.query<{ idle: number }>(
      `SELECT extract(epoch FROM now() - last_used_at)::float / 60 AS idle FROM dashboard_sessions
        WHERE organization_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [organization.id],
    );
    return row?.idle ?? Infinity;
  };

  it('is exchanged for an API key, in a cookie that no script can read', async () => {
    const before = Date.now();
    const response = await browser.post('/session', { api_key: ` ${organization.rawKey}\n` }).expect(201);
    const [cookie = '', ...others] = cookiesOf(response);
    expect(cookie).toMatch(/^billing_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(others).toEqual([]);
    const body = response.body as SessionBody;
    expect(body).toMatchObject({
      organization: { id: organization.id, name: 'Acme' },
      api_key: { id: organization.apiKeyId, name: 'Default', scopes: ['*'] },
      test_clock: false,
      features: { docs: true, open_registration: true },
    });
    expect(Date.parse(body.expires_at) - before).toBeCloseTo(12 * 3_600_000, -4);
    expect(Date.parse(body.idle_expires_at) - before).toBeCloseTo(30 * 60_000, -4);
    expect(response.text).not.toContain(organization.rawKey);
    browser.keep(response);
    expect(await bodyOf<SessionBody>(browser.get('/session'))).toMatchObject({ api_key: body.api_key });
  });

  it('is absent for a visitor, which is no error', async () => {
    const { text } = await browser.get('/session').expect(204);
    expect(text).toBe('');
    browser.cookie = 'billing_session=ended';
    await problemOf(browser.get('/session'), 401, 'unauthorized');
  });

  it('is stored as a hash', async () => {
    await browser.signIn(organization.rawKey);
    const token = browser.cookie.split('=')[1] ?? '';
    const rows = await app.database.query<{ row: string; hash: string }>(
      'SELECT session::text AS row, token_hash AS hash FROM dashboard_sessions AS session WHERE organization_id = $1',
      [organization.id],
    );
    expect(rows.map((it) => it.hash)).toEqual([createHash('sha256').update(token).digest('hex')]);
    expect(rows[0]?.row).not.toContain(token);
  });

  it('reaches every published route as its key would', async () => {
    await browser.signIn(organization.rawKey);
    const created = await bodyOf<{ id: string }>(
      browser.post('/v1/customers', { external_id: 'one', name: 'One' }),
      201,
    );
    await browser.put(`/v1/customers/${created.id}`, { name: 'Two' }).expect(200);
    const list = await browser.get('/v1/customers?limit=1').expect(200);
    expect(list.body).toMatchObject([{ id: created.id, name: 'Two' }]);
    await aCustomer(organization);
    const { headers } = await browser.get('/v1/customers?limit=1').expect(200);
    expect(headers.link).toContain('/dashboard/api/v1/customers?');
    await browser
      .post('/v1/events', { transaction_id: 't1', code: 'none', external_subscription_id: 's' })
      .expect(422);
    await browser.delete(`/v1/customers/${created.id}`).expect(204);
    await problemOf(browser.get('/v1/nothing'), 404, 'not_found');
    await problemOf(browser.get('/docs'), 404, 'not_found');
  });

  it('repeats a request with an Idempotency-Key as the key would', async () => {
    await browser.signIn(organization.rawKey);
    const body = { external_id: 'once' };
    const first = await browser.post('/v1/customers', body).set('Idempotency-Key', 'k1').expect(201);
    const again = await organization.post('/v1/customers', body).set('Idempotency-Key', 'k1').expect(201);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('has the scopes of its key', async () => {
    const { raw_key: rawKey = '' } = await aKey({ preset: 'read_only' });
    await browser.signIn(rawKey);
    await browser.get('/v1/customers').expect(200);
    const { detail } = await problemOf(
      browser.post('/v1/customers', { external_id: 'x' }),
      403,
      'insufficient_scope',
    );
    expect(detail).toContain('"customers:write"');
  });

  it('is named in the audit log beside its key, from sign-in to sign-out', async () => {
    await browser.signIn(organization.rawKey);
    await browser.post('/v1/customers', { external_id: 'audited' }).expect(201);
    await organization.post('/v1/customers', { external_id: 'by-key' }).expect(201);
    await browser.delete('/session').expect(204);
    const [out, byKey, created, signIn] = await auditEntries(organization);
    const sessionId = signIn?.session_id;
    expect(sessionId).toEqual(expect.any(String));
    const common = { actor_type: 'api_key', api_key_id: organization.apiKeyId, session_id: sessionId };
    expect(signIn).toMatchObject({
      ...common,
      operation: 'signIn',
      object_type: 'session',
      object_id: sessionId,
    });
    expect(created).toMatchObject({ ...common, operation: 'createCustomer' });
    expect(byKey).toMatchObject({ ...common, operation: 'createCustomer', session_id: null });
    expect(out).toMatchObject({ ...common, operation: 'signOut', object_id: sessionId });
  });

  it('ends with sign-out, which takes the cookie back', async () => {
    await browser.signIn(organization.rawKey);
    const response = await browser.delete('/session').expect(204);
    expect(cookiesOf(response).map((it) => it.split(';')[0])).toEqual(
      expect.arrayContaining(['__Host-billing_session=', 'billing_session=']),
    );
    await isOver();
    await browser.delete('/session').expect(204);
  });

  it('is replaced by the next sign-in of the same browser', async () => {
    await browser.signIn(organization.rawKey);
    const first = browser.cookie;
    await browser.signIn(organization.rawKey);
    await browser.get('/v1/customers').expect(200);
    browser.cookie = first;
    await isOver();
  });

  it('ends after 30 minutes without a request, and is prolonged by one', async () => {
    await browser.signIn(organization.rawKey);
    await passed('last_used_at', 29);
    await browser.get('/v1/customers').expect(200);
    await eventually(async () => ((await idleMinutes()) < 1 ? true : null));
    await passed('last_used_at', 29);
    await browser.get('/v1/customers').expect(200);
    await passed('last_used_at', 31);
    await passed('last_used_at', 31);
    await isOver();
  });

  it('is not prolonged by what a page reads in the background', async () => {
    await browser.signIn(organization.rawKey);
    await passed('last_used_at', 29);
    await browser.get('/v1/customers').set('X-Background', 'true').expect(200);
    await passed('last_used_at', 2);
    await isOver();
    await browser.signIn(organization.rawKey);
    await passed('last_used_at', 29);
    await browser.post('/v1/customers', { external_id: 'c' }).set('X-Background', 'true').expect(201);
    await eventually(async () => ((await idleMinutes()) < 1 ? true : null));
  });

  it('ends after 12 hours in any case, and its row is deleted', async () => {
    await browser.signIn(organization.rawKey);
    await passed('expires_at', 12 * 60 - 1);
    await browser.get('/v1/customers').expect(200);
    expect(await sessions.deleteExpired()).toBe(0);
    await passed('expires_at', 1);
    await isOver();
    expect(await sessions.deleteExpired()).toBe(1);
  });

  it('ends with the revocation, the expiry and the rotation of its key, at the next request', async () => {
    for (const end of [
      (key: ApiKeyBody) => organization.delete(`${KEYS}/${key.id}`).expect(204),
      (key: ApiKeyBody) => organization.post(`${KEYS}/${key.id}/rotate`, {}).expect(200),
      (key: ApiKeyBody) =>
        app.database.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [key.id]),
    ]) {
      const key = await aKey({ name: 'Second' });
      await browser.signIn(key.raw_key ?? '');
      await browser.get('/v1/customers').expect(200);
      await end(key);
      await isOver();
    }
  });

  it('may read, but not write, while its organization is suspended', async () => {
    await browser.signIn(organization.rawKey);
    await app.database.query(`UPDATE organizations SET status = 'suspended' WHERE id = $1`, [
      organization.id,
    ]);
    await browser.get('/v1/customers').expect(200);
    await problemOf(browser.post('/v1/customers', { external_id: 'x' }), 403, 'organization_suspended');
  });

  it('belongs to its organization alone', async () => {
    const other = await app.anOrganization({ name: 'Other' });
    const { id } = await aCustomer(other);
    await browser.signIn(organization.rawKey);
    await problemOf(browser.get(`/v1/customers/${id}`), 404, 'not_found');
  });

  it('streams an inbox until its key is revoked', async () => {
    const key = await aKey({});
    await browser.signIn(key.raw_key ?? '');
    const inbox = await bodyOf<EndpointBody>(browser.post('/v1/webhook_endpoints', { url: 'inbox' }), 201);
    const url = `${app.url}/dashboard/api/v1/webhook_endpoints/${inbox.id}/inbox/stream`;
    const stream = await EventReader.open(url, null, { Cookie: browser.cookie });
    await stream.until((it) => it.events.length > 0);
    await aCustomer(organization);
    await stream.until((it) => it.requests.length > 0);
    await organization.delete(`${KEYS}/${key.id}`).expect(204);
    await stream.until((it) => it.ended);
    expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'unauthorized' } });
  });

  const isOver = async (): Promise<void> => {
    await problemOf(browser.get('/session'), 401, 'unauthorized');
    await problemOf(browser.get('/v1/customers'), 401, 'unauthorized');
  };

  const aKey = (body: object): Promise<ApiKeyBody> =>
    bodyOf<ApiKeyBody>(organization.post(KEYS, { name: 'Another', ...body }), 201);
});

describe('several processes', () => {
  it('share sessions, and end them together', async () => {
    const one = await startTestApp();
    const two = await startTestApp({}, one.database);
    try {
      const organization: TestOrganization = await one.anOrganization();
      const browser = new DashboardClient(one);
      await browser.signIn(organization.rawKey);
      const elsewhere = new DashboardClient(two);
      elsewhere.cookie = browser.cookie;
      await elsewhere.get('/v1/customers').expect(200);
      await browser.delete('/session').expect(204);
      await problemOf(elsewhere.get('/v1/customers'), 401, 'unauthorized');
    } finally {
      await two.stop();
      await one.stop();
    }
  });
});
