import { FROM_PAGE } from '../support/dashboard-client';
import { expectListed } from '../support/findings';
import { routesOf } from '../support/served-routes';
import { useTestApp } from '../support/use-test-app';
const DOCUMENTATION = /^GET \/docs(\/|$)/;

describe('authentication of every route', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  it('covers the routes of the application', () => {
    expect(routesOf(app)).toEqual(expect.arrayContaining(['GET /v1/customers', ...Object.keys(PUBLIC)]));
  });

  it('refuses every unlisted route without a key with 401', async () => {
    const open: string[] = [];
    for (const route of routesOf(app)) {
      const [method = '', path = ''] = route.split(' ');
      const response = await fetch(`${app.url}${path.replace(/:\w+/g, 'x')}`, { method, headers: FROM_PAGE });
      await response.arrayBuffer();
      if (response.status !== 401) open.push(route);
      else expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
    const served = [...new Set(open.filter((it) => !DOCUMENTATION.test(it)))];
    expectListed(served, Object.keys(PUBLIC), {
      unlisted:
        'These routes work without an API key. Remove @PublicRoute(), or add them to PUBLIC in this file with a reason.',
      missing: 'These routes of PUBLIC in this file need a key or do not exist: remove them from the list.',
    });
  });

  it('does not accept another header or a parameter instead of a key', async () => {
    const organization = await app.anOrganization();
    const tricks: Record<string, string>[] = [
      { 'x-organization-id': organization.id },
      { 'x-api-key': organization.rawKey },
      { cookie: `authorization=${organization.rawKey}` },
      { authorization: organization.rawKey },
      { authorization: `Basic ${Buffer.from(`${organization.rawKey}:`).toString('base64')}` },
      { 'x-original-url': '/health/live', 'x-forwarded-for': '127.0.0.1' },
    ];
    for (const headers of tricks) await app.request.get('/v1/customers').set(headers).expect(401);
    await app.request.get(`/v1/customers?api_key=${organization.rawKey}`).expect(401);
    await app.request.get(`/v1/customers?organization_id=${organization.id}`).expect(401);
  });
});

/** The routes that need no API key, and why. */
const PUBLIC: Record<string, string> = {
  'POST /v1/organizations': 'creates the first key',
  'POST /v1/payments/webhook/:provider': 'providers have no key: their signature authenticates them',
  'GET /dashboard/api/session': 'is 204 without the cookie of a session',
  'POST /dashboard/api/session': 'signs in: its body has the key',
  'DELETE /dashboard/api/session': 'only ends the session of the cookie',
  'POST /dashboard/api/organizations': 'creates the first key',
  'GET /v1/documents/:token': 'a link is for people without a key: its token is the permission',
  'GET /v1/documents/:token/document.pdf': 'as above',
  'GET /pay/:token': 'for payers, who have no key: the token is the permission',
  'POST /pay/:token': 'as above',
  'GET /pay/:token/return': 'as above',
  'GET /portal/links/:token': 'for customers, who have no key: the token is the permission',
  'POST /portal/sign_out': 'only ends the session of the cookie',
  'GET /health/live': 'for orchestrators, which have no key; contains no data',
  'GET /health/ready': 'for load balancers, which have no key; contains no data',
  'GET /metrics': 'for Prometheus; only counts, without organizations',
  'GET /': 'leads to the dashboard, or to the documentation',
  'GET /dashboard{/*path}': 'the pages of the dashboard; contain no data',
  'GET /openapi.json': 'the published description',
  'GET /openapi.yaml': 'the published description',
};
