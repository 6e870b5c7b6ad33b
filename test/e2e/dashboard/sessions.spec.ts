import type supertest from 'supertest';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';

const COOKIE = 'billing-session';

describe('sessions of the dashboard', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  beforeEach(() => app.database.query('DELETE FROM dashboard_sessions'));

  /** Adds what a browser sends with a request of the dashboard. */
  const fromDashboard = (test: supertest.Test): supertest.Test =>
    test.set({ origin: app.url, 'dashboard-request': '1', 'sec-fetch-site': 'same-origin' });
  const signIn = async (rawKey = organization.rawKey): Promise<string> => {
    const response = await fromDashboard(app.request.post('/dashboard/api/session')).send({
      api_key: rawKey,
    });
    expect(response.status).toBe(201);
    return cookiesOf(response)[0]?.split(';')[0] ?? '';
  };
  const cookiesOf = (response: supertest.Response): string[] =>
    (response.headers['set-cookie'] ?? []) as unknown as string[];
  const listCustomers = (cookie: string): supertest.Test =>
    app.request.get('/dashboard/api/v1/customers').set({ cookie });
  const bodyOf = async (test: supertest.Test): Promise<Record<string, unknown>> =>
    (await test).body as Record<string, unknown>;
  const sessionOf = async (cookie: string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await bodyOf(app.request.get('/dashboard/api/session').set({ cookie, ...headers }))).session;

  it('exchange a key for an HttpOnly cookie, whose token is stored as a hash only', async () => {
    const response = await fromDashboard(app.request.post('/dashboard/api/session')).send({
      api_key: ` ${organization.rawKey}\n`,
    });
    expect(response.body).toMatchObject({
      session: { organization_id: organization.id, api_key_id: organization.apiKeyId },
      settings: { admin_token: false, test_clock: false, mail: false },
    });
    const [cookie = ''] = cookiesOf(response);
    expect(cookie).toMatch(
      /^billing-session=[\w-]{43}; Max-Age=43200; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/,
    );
    const token = cookie.slice(COOKIE.length + 1, COOKIE.length + 44);
    const rows = await app.database.query<{ row: string }>(
      'SELECT session::text AS row FROM dashboard_sessions session',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(token) || row.includes(organization.rawKey))).toBe(false);
  });

  it('have a Secure cookie with the prefix __Host- beyond loopback', async () => {
    const response = await app.request
      .post('/dashboard/api/session')
      .set({ host: 'billing.example.com', origin: 'https://billing.example.com', 'dashboard-request': '1' })
      .send({ api_key: organization.rawKey });
    expect(cookiesOf(response)[0]).toMatch(/^__Host-billing-session=.+; HttpOnly; Secure; SameSite=Strict$/);
  });

  it('serve the published API below /dashboard/api, with links under its published path', async () => {
    const cookie = await signIn();
    for (const id of ['a', 'b']) {
      const created = await fromDashboard(app.request.post('/dashboard/api/v1/customers'))
        .set({ cookie })
        .send({ external_id: id });
      expect(created.status).toBe(201);
    }
    const page = await app.request.get('/dashboard/api/v1/customers?limit=1').set({ cookie }).expect(200);
    expect(page.headers.link).toMatch(/^<\/v1\/customers\?limit=1&after=/);
    expect((await organization.get('/v1/customers')).body).toHaveLength(2);
  });

  it('are accepted nowhere else, and a key is not accepted there', async () => {
    const cookie = await signIn();
    await app.request.get('/v1/customers').set({ cookie }).expect(401);
    await app.request
      .get('/dashboard/api/v1/customers')
      .set('Authorization', `Bearer ${organization.rawKey}`)
      .expect(401);
    await app.request.get('/dashboard/api/metrics').set({ cookie }).expect(404);
    await app.request.get('/dashboard/api/openapi.json').set({ cookie }).expect(404);
  });

  it.each([
    ['no origin', { origin: '' }],
    ['another origin', { origin: 'http://evil.example.com' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['no header of the dashboard', { 'dashboard-request': null }],
  ])('do not write for a request with %s', async (_, headers) => {
    const cookie = await signIn();
    const all: Record<string, string | null> = {
      origin: app.url,
      'dashboard-request': '1',
      'sec-fetch-site': 'same-origin',
      ...headers,
    };
    const sent = Object.fromEntries(
      Object.entries(all).filter((it): it is [string, string] => it[1] !== null),
    );
    const send = (path: string, body: object): supertest.Test =>
      app.request
        .post(path)
        .set({ ...sent, cookie })
        .send(body);
    await send('/dashboard/api/v1/customers', { external_id: 'forged' }).expect(401);
    await send('/dashboard/api/session', { api_key: organization.rawKey }).expect(401);
    await app.request
      .delete('/dashboard/api/session')
      .set({ ...sent, cookie })
      .expect(401);
    expect(await sessionOf(cookie)).not.toBeNull();
    expect((await organization.get('/v1/customers?external_id=forged')).body).toEqual([]);
  });

  it('do not read for a page of another site', async () => {
    const cookie = await signIn();
    await listCustomers(cookie).set('sec-fetch-site', 'same-site').expect(401);
    expect(await sessionOf(cookie, { 'sec-fetch-site': 'cross-site' })).toBeNull();
  });

  it('end with sign-out, which removes the cookie', async () => {
    const cookie = await signIn();
    const response = await fromDashboard(app.request.delete('/dashboard/api/session')).set({ cookie });
    expect(response.status).toBe(204);
    expect(cookiesOf(response)[0]).toMatch(/^billing-session=; Path=\/; Expires=Thu, 01 Jan 1970/);
    await listCustomers(cookie).expect(401);
    expect(await sessionOf(cookie)).toBeNull();
  });

  it('end when their key is revoked', async () => {
    const created = await organization.post('/v1/organizations/current/api_keys', { name: 'Second' });
    const { id, raw_key: rawKey } = created.body as { id: string; raw_key: string };
    const cookie = await signIn(rawKey);
    await listCustomers(cookie).expect(200);
    await organization.delete(`/v1/organizations/current/api_keys/${id}`).expect(204);
    await listCustomers(cookie).expect(401);
    const again = fromDashboard(app.request.post('/dashboard/api/session')).send({ api_key: rawKey });
    expect(await bodyOf(again)).toMatchObject({
      detail: 'This API key does not exist, was revoked, or has expired.',
    });
  });

  it.each([
    ['30 minutes without a request', "last_used_at = now() - interval '30 minutes 1 second'"],
    ['12 hours', "expires_at = now() - interval '1 second'"],
  ])('expire after %s', async (_, change) => {
    const cookie = await signIn();
    await app.database.query(`UPDATE dashboard_sessions SET ${change}`);
    await listCustomers(cookie).expect(401);
    await listCustomers(await signIn()).expect(200);
  });

  it('remember their last request at most once a minute', async () => {
    const cookie = await signIn();
    const secondsAfter = async (idle: string): Promise<number> => {
      await app.database.query('UPDATE dashboard_sessions SET last_used_at = now() - $1::interval', [idle]);
      await listCustomers(cookie).expect(200);
      const [row] = await app.database.query<{ seconds: string }>(
        'SELECT extract(epoch FROM now() - last_used_at) AS seconds FROM dashboard_sessions',
      );
      return Number(row?.seconds);
    };
    expect(await secondsAfter('30 seconds')).toBeGreaterThan(29);
    expect(await secondsAfter('29 minutes')).toBeLessThan(25);
  });

  it('are confined to their organization', async () => {
    const other = await app.anOrganization();
    await other.post('/v1/customers', { external_id: 'of-the-other' }).expect(201);
    const { text } = await listCustomers(await signIn());
    expect(text).not.toContain('of-the-other');
  });

  it.each(['', 'x', 'svc_live_short', 'billing-session'])('refuse the key "%s"', async (key) => {
    const response = await fromDashboard(app.request.post('/dashboard/api/session')).send({ api_key: key });
    expect(response.status).toBe(key === '' ? 422 : 401);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});
