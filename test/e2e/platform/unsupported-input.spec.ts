import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, pathOf, type ApiRoute } from '../../support/api-routes';
import { sendRaw, type RawResponse } from '../../support/raw-request';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { problemOf, type ProblemBody } from '../../support/wire';

const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

let app: TestApp;
let organization: TestOrganization;
let document: OpenAPIObject;
let routes: ApiRoute[];

beforeAll(async () => {
  app = await startTestApp({ TEST_CLOCK: 'on' });
  organization = await app.anOrganization();
  document = buildOpenApi(app.app);
  routes = apiRoutes(document);
});
afterAll(() => app.stop());

const codeOf = ({ status, text }: RawResponse): [number, string] => [
  status,
  (JSON.parse(text) as ProblemBody).code,
];

describe('a method that a path does not have', () => {
  it('is 405 with Allow on every path of the description, and 401 without a valid key', async () => {
    const urls = new Map(routes.map((it) => [it.path, pathOf(it, UNKNOWN_ID)]));
    for (const [path, url] of urls) {
      const methods = routes.filter((it) => it.path === path).map((it) => it.method);
      for (const key of [undefined, 'svc_live_unknown']) {
        const anonymous = await sendRaw(app.url, { method: 'PATCH', path: url, ...(key && { key }) });
        expect([path, ...codeOf(anonymous)]).toEqual([path, 401, 'unauthorized']);
        expect(anonymous.headers.get('allow')).toBeNull();
        expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
      }
      const refused = await sendRaw(app.url, { method: 'PATCH', path: url, key: organization.rawKey });
      expect([path, ...codeOf(refused)]).toEqual([path, 405, 'method_not_allowed']);
      const allowed = (refused.headers.get('allow') ?? '').split(', ');
      expect(allowed).toEqual(expect.arrayContaining(methods));
      expect(allowed.includes('HEAD')).toBe(allowed.includes('GET'));
    }
  });

  it('is 405 for POST on a path with an id, for OPTIONS, and with a trailing slash', async () => {
    const { detail } = await problemOf(
      organization.post(`/v1/customers/${UNKNOWN_ID}`, {}),
      405,
      'method_not_allowed',
    );
    expect(detail).toBe('POST is not supported at this path. Supported: GET, PUT, DELETE, HEAD.');
    for (const [method, path, allow] of [
      ['OPTIONS', '/v1/customers', 'POST, GET, HEAD'],
      ['DELETE', '/v1/customers/', 'POST, GET, HEAD'],
      ['GET', '/v1/organizations', 'POST'],
      ['PUT', '/v1/events', 'POST, GET, HEAD'],
      ['DELETE', '/v1/events/batch', 'POST, GET, HEAD'],
    ] as const) {
      const response = await sendRaw(app.url, { method, path, key: organization.rawKey });
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, allow]);
    }
  });

  it('is 404 on an unknown path, with a key or without', async () => {
    await problemOf(app.request.patch('/v1/unicorns'), 404, 'not_found');
    await problemOf(organization.put('/v1/unicorns', {}), 404, 'not_found');
    await problemOf(organization.delete('/v1/customers/a/b'), 404, 'not_found');
  });

  it('HEAD is GET without a body', async () => {
    const head = { method: 'HEAD', path: '/v1/customers' };
    const { status, headers, text } = await sendRaw(app.url, { ...head, key: organization.rawKey });
    expect([status, headers.get('x-total-count'), text]).toEqual([200, '0', '']);
    expect((await sendRaw(app.url, head)).status).toBe(401);
  });
});
