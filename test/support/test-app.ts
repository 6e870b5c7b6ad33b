import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication, Type } from '@nestjs/common';
import supertest from 'supertest';
import { createApp } from '../../src/create-app';
import { loadConfig } from '../../src/platform/config/config';
import { anOrganization } from './builders';
import { createTestDatabase, type TestDatabase } from './test-database';

const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** A service with its own database, listening on a free port. */
export interface TestApp {
  app: INestApplication<Server>;
  url: string;
  database: TestDatabase;
  /** A request without a key. */
  request: ReturnType<typeof supertest>;
  /** Creates an organization; returns requests with its key. */
  anOrganization(body?: object): Promise<TestOrganization>;
  stop(): Promise<void>;
}

/** Requests of one organization. */
export interface TestOrganization {
  id: string;
  rawKey: string;
  apiKeyId: string;
  get(path: string): supertest.Test;
  post(path: string, body?: object): supertest.Test;
  put(path: string, body?: object): supertest.Test;
  delete(path: string): supertest.Test;
}

/**
 * Starts the real application.
 *
 * @param env environment variables, which override the test defaults
 * @param modules modules of a team, which behave as if they were listed in src/app.module.ts
 */
export async function startTestApp(
  env: Record<string, string> = {},
  database?: TestDatabase,
  modules: readonly Type[] = [],
): Promise<TestApp> {
  const ownDatabase = database ?? (await createTestDatabase());
  const encryptionKey = env.ENCRYPTION_KEY ?? ENCRYPTION_KEY;
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: ownDatabase.url,
    ENCRYPTION_KEY: encryptionKey,
    DATABASE_POOL_SIZE: '8',
    DATABASE_TIMEOUT_MS: '25000', // concurrent transactions are slow on a busy machine
    EXTENSION_TIMEOUT_MS: '30000',
    RETENTION_DAYS: '36500', // otherwise the hourly job deletes what a moved test clock made old
    DOCUMENT_DRAWING: 'off', // takes 30 ms for each of thousands of invoices
    ...env,
  });
  const app = await createApp({ config, databaseUrl: ownDatabase.url, encryptionKey }, modules);
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const request = supertest(url);
  return {
    app,
    url,
    database: ownDatabase,
    request,
    async anOrganization(body) {
      const created = await anOrganization(request, body);
      return organizationWithKey(request, created.id, created.api_key);
    },
    async stop() {
      await app.close();
      if (database === undefined) await ownDatabase.drop();
    },
  };
}

/** Returns requests with the given key. */
export function organizationWithKey(
  request: TestApp['request'],
  id: string,
  key: { id: string; raw_key?: string },
): TestOrganization {
  const { raw_key: rawKey = '' } = key;
  const authorize = (test: supertest.Test): supertest.Test => test.set('Authorization', `Bearer ${rawKey}`);
  return {
    id,
    rawKey,
    apiKeyId: key.id,
    get: (path) => authorize(request.get(path)),
    post: (path, body) => authorize(request.post(path)).send(body),
    put: (path, body) => authorize(request.put(path)).send(body),
    delete: (path) => authorize(request.delete(path)),
  };
}
