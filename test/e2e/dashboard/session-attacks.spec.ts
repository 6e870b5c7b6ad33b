import { ATTEMPTS_PER_MINUTE } from '../../../src/modules/dashboard/sign-ins';
import { DashboardClient, cookiesOf } from '../../support/dashboard-client';
import { startTestApp } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { problemOf } from '../../support/wire';

describe('an attack on the session', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  const customer = { external_id: 'x' };
  let browser: DashboardClient;

  beforeEach(async () => {
    browser = new DashboardClient(app);
    await browser.signIn(organization.rawKey);
  });

  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['another port', { Origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { Origin: 'null' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['a form', { 'X-Requested-With': '' }],
  ])('by %s is refused', async (_, headers) => {
    for (const path of ['/v1/customers', '/session', '/organizations', '/sample_data'])
      await problemOf(browser.post(path, customer).set(headers), 400, 'malformed_request');
    await problemOf(browser.delete('/session').set(headers), 400, 'malformed_request');
    expect((await organization.get('/v1/customers').expect(200)).body).toEqual([]);
  });

  it('by a client that names no sender is refused', async () => {
    const path = '/dashboard/api/v1/customers';
    const anonymous = app.request.post(path).set({ Cookie: browser.cookie, 'X-Requested-With': 'dashboard' });
    await problemOf(anonymous.send(customer), 400, 'malformed_request');
  });

  it('finds no route that takes the cookie outside of /dashboard/api', async () => {
    for (const path of [
      '/v1/customers',
      '/V1/customers',
      '/v1/organizations/current',
      '/v1/admin/organizations',
    ])
      await problemOf(app.request.get(path).set('Cookie', browser.cookie), 401, 'unauthorized');
    await problemOf(
      app.request.post('/v1/events').set('Cookie', browser.cookie).send({}),
      401,
      'unauthorized',
    );
  });

  it('finds no route below /dashboard/api that takes a key', async () => {
    const bearer = { Authorization: `Bearer ${organization.rawKey}` };
    for (const path of ['/v1/customers', '/session', '/v1/admin/organizations']) {
      await problemOf(app.request.get(`/dashboard/api${path}`).set(bearer), 401, 'unauthorized');
      await problemOf(browser.get(path).set(bearer), 401, 'unauthorized');
    }
  });

  it('finds the same checks at other spellings of the path', async () => {
    for (const path of ['/Dashboard/API/v1/customers', '/dashboard/api/V1/customers']) {
      await app.request.get(path).set('Cookie', browser.cookie).expect(200);
      const post = app.request.post(path).set('Cookie', browser.cookie).send(customer);
      await problemOf(post, 400, 'malformed_request');
    }
    for (const path of [
      '//dashboard/api/v1/customers',
      '/dashboard//api/v1/customers',
      '/dashboard/ap%69/v1/customers',
    ]) {
      // The page, or nothing: never the records.
      const { type } = await app.request.get(path).set('Cookie', browser.cookie);
      expect(['text/html', 'application/problem+json']).toContain(type);
    }
  });

  it('by an altered cookie is refused', async () => {
    const token = browser.cookie.split('=')[1] ?? '';
    const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const it of [altered, token.slice(1), `${token}A`, '', "' OR 1=1 --", organization.rawKey]) {
      browser.cookie = `billing_session=${it}`;
      await problemOf(browser.get('/v1/customers'), 401, 'unauthorized');
    }
    browser.cookie = `other=1; billing_session=${token}; more=2`;
    await browser.get('/v1/customers').expect(200);
  });

  it('with a wrong key is refused, counted, and limited by address', async () => {
    const wrong = organization.rawKey.slice(0, -1) + (organization.rawKey.endsWith('A') ? 'B' : 'A');
    for (const key of [wrong, 'svc_live_short', 'x'])
      await problemOf(browser.post('/session', { api_key: key }), 401, 'unauthorized');
    await problemOf(browser.post('/session', {}), 422, 'validation_failed');
    const { text } = await app.request.get('/metrics').expect(200);
    const counted = /authentication_failures_total\{credential="api_key"\} (\d+)/.exec(text)?.[1];
    expect(Number(counted)).toBeGreaterThanOrEqual(3);
    let status = 0;
    for (let n = 0; n <= ATTEMPTS_PER_MINUTE && status !== 429; n++) {
      const response = await browser.post('/session', { api_key: wrong });
      status = response.status;
      if (status === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(status).toBe(429);
    await problemOf(browser.post('/session', { api_key: organization.rawKey }), 429, 'rate_limited');
    await browser.get('/v1/customers').expect(200);
  });
});

describe('the cookie of a session', () => {
  it('has the prefix __Host- and Secure over https, and is kept from plain http', async () => {
    const app = await startTestApp({ PUBLIC_URL: 'https://billing.example' });
    try {
      const { rawKey } = await app.anOrganization();
      const secure = new DashboardClient(app, 'https://billing.example');
      const response = await secure
        .post('/session', { api_key: rawKey })
        .set('Host', 'billing.internal')
        .expect(201);
      expect(cookiesOf(response)).toEqual([
        expect.stringMatching(
          /^__Host-billing_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        ),
      ]);
      secure.keep(response);
      await secure.get('/v1/customers').set('Host', 'billing.internal').expect(200);
      const plain = new DashboardClient(app, 'http://192.0.2.7:3000');
      const refused = plain.post('/session', { api_key: rawKey }).set('Host', '192.0.2.7:3000');
      const { detail } = await problemOf(refused, 400, 'invalid_state');
      expect(detail).toContain('needs https');
      const local = new DashboardClient(app);
      await local.signIn(rawKey);
      await local.get('/v1/customers').expect(200);
      await problemOf(local.get('/v1/customers').set('Host', 'billing.example'), 401, 'unauthorized');
    } finally {
      await app.stop();
    }
  });
});
