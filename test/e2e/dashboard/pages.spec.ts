import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { useTestApp } from '../../support/use-test-app';

const BUILT = join(__dirname, '../../../dist/dashboard');
const MAX_FIRST_PAGE_BYTES = 200 * 1024;

describe('the pages of the dashboard', () => {
  const app = useTestApp();

  it.each(['/dashboard', '/dashboard/', '/dashboard/customers', '/dashboard/invoices/0199a3c4'])(
    'have one document at %s, which browsers revalidate',
    async (path) => {
      const response = await app.request.get(path).expect(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.text).toContain('<noscript>');
      expect(response.text).toContain('href="/docs"');
    },
  );

  it('run only scripts of the service, and cannot be framed', async () => {
    const { headers } = await app.request.get('/dashboard');
    const policy = (headers['content-security-policy'] ?? '').split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('have assets whose names contain their hash, compressed and kept by browsers', async () => {
    const [script = ''] =
      /\/dashboard\/assets\/[\w-]+\.js/.exec((await app.request.get('/dashboard')).text) ?? [];
    const response = await app.request.get(script).set('accept-encoding', 'gzip').expect(200);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-encoding']).toBe('gzip');
    await app.request.get('/dashboard/assets/missing.js').expect(404);
  });

  it('load at most 200 KB for the first page', () => {
    const entry = readFileSync(join(BUILT, 'index.html'), 'utf8');
    const first = readdirSync(join(BUILT, 'assets')).filter(
      (it) => entry.includes(it) || /^(sign-in|home)/.test(it),
    );
    const bytes = first.reduce(
      (sum, it) => sum + gzipSync(readFileSync(join(BUILT, 'assets', it))).length,
      0,
    );
    expect(first.length).toBeGreaterThan(3);
    expect(bytes).toBeLessThan(MAX_FIRST_PAGE_BYTES);
  });

  describe('with DASHBOARD=off', () => {
    const without = useTestApp({ DASHBOARD: 'off' });

    it('do not exist, and / leads to the documentation of the API', async () => {
      await without.request.get('/dashboard').expect(404);
      await without.request.get('/dashboard/api/session').expect(404);
      await without.request.post('/dashboard/api/session').send({ api_key: 'x' }).expect(404);
      const { rawKey } = await without.anOrganization();
      await without.request
        .get('/dashboard/api/v1/customers')
        .set('Authorization', `Bearer ${rawKey}`)
        .expect(404);
      const response = await without.request.get('/').set('accept', 'text/html').expect(302);
      expect(response.headers.location).toBe('/docs');
    });
  });
});
