import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import supertest from 'supertest';
import { serveDashboard } from '../../../src/bootstrap/dashboard';
import { loadConfig } from '../../../src/platform/config/config';
import { securityHeaders } from '../../../src/platform/http/security-headers';

@Module({})
class NothingElse {}

describe('the pages of the dashboard', () => {
  let folder: string;
  let app: INestApplication<Server>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Dashboard</title>');
    writeFileSync(join(folder, 'assets', 'index-1a2b3c4d.js'), 'export {};\n'.repeat(100));
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
    app = await NestFactory.create(NothingElse, { logger: false });
    app.use(securityHeaders);
    serveDashboard(app, loadConfig({}), folder);
    await app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const get = (path: string): supertest.Test => supertest(app.getHttpServer()).get(path);

  it('are one page at every path, which no cache keeps', async () => {
    for (const path of [
      '/dashboard',
      '/dashboard/',
      '/dashboard/index.html',
      '/dashboard/invoices/0199a3c4',
    ]) {
      const response = await get(path)
        .expect(200)
        .expect('Content-Type', /^text\/html/);
      expect(response.text).toContain('<title>Dashboard</title>');
      expect(response.headers['cache-control']).toBe('no-store');
    }
    await get('/').expect(302).expect('Location', '/dashboard');
  });

  it('run scripts of the service only, and cannot be framed', async () => {
    const { headers } = await get('/dashboard').expect(200);
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]),
    );
    expect(policy.filter((it) => /script-src|default-src/.test(it)).join()).not.toMatch(
      /unsafe|https?:|data:|\*/,
    );
  });

  it('have files with a hash in their name, which caches keep for good', async () => {
    const { headers, text } = await get('/dashboard/assets/index-1a2b3c4d.js')
      .set('Accept-Encoding', 'gzip')
      .expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(text).toContain('export {}');
    await get('/dashboard/favicon.svg')
      .expect(200)
      .expect('Cache-Control', 'no-cache')
      .expect('Content-Type', /svg/);
  });

  it('answer 404 for a file of an earlier build, and never leave their folder', async () => {
    await get('/dashboard/assets/index-00000000.js').expect(404);
    for (const path of [
      '/dashboard/../package.json',
      '/dashboard/..%2fpackage.json',
      '/dashboard/assets/../../x',
    ])
      expect((await get(path)).text).not.toContain('billing-service');
  });
});
