import type { Express } from 'express';
import { expectListed } from '../support/findings';
import { startTestApp, type TestApp } from '../support/test-app';

/** The routes that need no API key, and why. */
const PUBLIC: Record<string, string> = {
  'POST /v1/organizations': 'creates the first API key',
  'POST /v1/payments/webhook/:provider': 'providers sign instead of sending a key (401 without a signature)',
  'GET /documents/:token': 'the token is the permission; customers of an organization have no key',
  'GET /health/live': 'for orchestrators, which have no key; reveals no data of an organization',
  'GET /health/ready': 'for load balancers, which have no key; reveals no data of an organization',
  'GET /metrics': 'for Prometheus; only totals, without organizations',
  'GET /': 'leads browsers to the dashboard',
  'GET /dashboard': 'the page has a sign-in, and no data of an organization',
  'GET /dashboard/*path': 'the same page at all of its addresses',
  'GET /dashboard/api/session': 'says whether the browser has a session',
  'POST /dashboard/api/session': 'exchanges an API key, which the body contains, for a session',
  'GET /openapi.json': 'the published description',
  'GET /openapi.yaml': 'the published description',
};
const DOCUMENTATION = /^GET \/docs(\/|$)/;

interface RoutingLayer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** Returns the routes that the router serves, including those that the API description leaves out. */
function routesOf(app: TestApp): string[] {
  const express = app.app.getHttpAdapter().getInstance() as Express;
  return (express.router.stack as unknown as RoutingLayer[]).flatMap(({ route }) =>
    route === undefined
      ? []
      : Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`),
  );
}

describe('authentication of every route', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ TEST_CLOCK: 'on' });
  });
  afterAll(() => app.stop());

  it('is tested on the routes of the running application', () => {
    expect(routesOf(app)).toEqual(expect.arrayContaining(['GET /v1/customers', ...Object.keys(PUBLIC)]));
  });

  it('returns 401 without a key, except for routes listed with a reason', async () => {
    const open: string[] = [];
    for (const route of routesOf(app)) {
      const [method = '', path = ''] = route.split(' ');
      const response = await fetch(`${app.url}${path.replace(/:\w+/g, 'x')}`, { method });
      await response.arrayBuffer();
      if (response.status !== 401) open.push(route);
      else expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
    const undocumented = open.filter((it) => !DOCUMENTATION.test(it));
    expectListed([...new Set(undocumented)], Object.keys(PUBLIC), {
      unlisted:
        'These routes work without an API key: remove @PublicRoute(), or add them to PUBLIC in this file with a reason.',
      missing: 'These routes need an API key or do not exist: remove them from PUBLIC in this file.',
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
