import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { allRoutes, pathOf } from '../../support/api-routes';
import { useTestApp } from '../../support/use-test-app';
import { problemOf } from '../../support/wire';

const KB = 1024;

describe('the documentation', () => {
  const app = useTestApp();

  const fetched = (path: string, headers: Record<string, string>): Promise<[IncomingMessage, Buffer]> =>
    new Promise((resolve, reject) => {
      request(`${app.url}${path}`, { headers }, (response) => {
        void buffer(response).then((body) => resolve([response, body]));
      })
        .on('error', reject)
        .end();
    });

  it('is at /docs; / leads to the dashboard', async () => {
    const response = await app.request.get('/').expect(302);
    expect(response.headers.location).toBe('/dashboard');
    await app.request.get('/docs').expect(200);
  });

  it('the description is served with gzip in at most 60 KB, and without for others', async () => {
    const [zipped, body] = await fetched('/openapi.json', { 'Accept-Encoding': 'gzip' });
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(body.length).toBeLessThan(60 * KB);
    const [plain, text] = await fetched('/openapi.json', { 'Accept-Encoding': 'identity' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(hash(gunzipSync(body))).toBe(hash(text));
    expect(plain.headers.etag).toBe(zipped.headers.etag);
  });

  it.each(['/openapi.json', '/docs', '/docs/swagger-ui-bundle.js'])(
    '%s has an ETag for 304',
    async (path) => {
      const [{ headers }] = await fetched(path, {});
      const { etag = '' } = headers;
      expect(etag).toMatch(/^W\/".+"$/);
      const [again, body] = await fetched(path, { 'If-None-Match': etag, 'Accept-Encoding': 'gzip' });
      expect([again.statusCode, body.length]).toEqual([304, 0]);
      const [other] = await fetched(path, { 'If-None-Match': 'W/"other"' });
      expect(other.statusCode).toBe(200);
    },
  );

  it('no script or style of the page is inline or elsewhere, and each exists', async () => {
    const { text } = await app.request.get('/docs').expect(200);
    const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)/g)];
    const sources = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source = '']) => source);
    expect(scripts.map(([, , inline]) => inline)).toEqual(scripts.map(() => ''));
    expect(sources.filter((it) => !it.startsWith('/'))).toEqual([]);
    for (const source of sources) await app.request.get(source).expect(200);
  });
});

describe('a method that a path does not have', () => {
  const app = useTestApp();

  it('is 405 with Allow on every path of the description', async () => {
    const routes = allRoutes(buildOpenApi(app.app));
    const paths = new Map(routes.map((it) => [it.path, pathOf(it, 'x')]));
    for (const [path, url] of paths) {
      const methods = routes.filter((it) => it.path === path).map((it) => it.method);
      const response = await app.request.patch(url);
      expect([path, response.status, (response.body as { code: string }).code]).toEqual([
        path,
        405,
        'method_not_allowed',
      ]);
      const allowed = String(response.headers.allow).split(', ');
      expect(allowed).toEqual(expect.arrayContaining([...methods, 'OPTIONS']));
      expect(allowed.includes('HEAD')).toBe(allowed.includes('GET'));
    }
  });

  it('is 405 on a raw route, too', async () => {
    for (const path of ['/v1/events', '/v1/events/batch']) {
      await problemOf(app.request.delete(path), 405, 'method_not_allowed');
    }
  });

  it('is 404 on an unknown path', async () => {
    await problemOf(app.request.patch('/v1/nothing'), 404, 'not_found');
    await problemOf(app.request.options('/v1/nothing'), 404, 'not_found');
  });

  it('OPTIONS is 204 with Allow, and HEAD is GET without a body', async () => {
    const options = await app.request.options('/v1/customers').expect(204);
    expect(options.headers.allow).toBe('POST, GET, HEAD, OPTIONS');
    const organization = await app.anOrganization();
    const head = await app.request.head('/v1/customers').auth(organization.rawKey, { type: 'bearer' });
    expect([head.status, head.headers['x-total-count']]).toEqual([200, '0']);
    expect(head.text).toBeUndefined();
    await app.request.head('/v1/customers').expect(401);
    await app.request.head('/openapi.json').expect(200);
  });
});

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
