import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { startService } from '../../../src/start';
import { loadConfig } from '../../../src/platform/config/config';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

describe('start and stop', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const configOf = (port: number) =>
    loadConfig({
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      DATABASE_POOL_SIZE: '8',
    });
  const connections = async (): Promise<number> => {
    const [row] = await database.query<{ others: number }>(
      `SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'billing-%'`,
    );
    return row?.others ?? -1;
  };

  it('a start without a writable data directory fails and names the settings', async () => {
    const started = startService(loadConfig({ DATA_DIR: join(__filename, 'data') }));
    await expect(started).rejects.toThrow(/Set DATA_DIR to .*, or DATABASE_URL to /);
  });

  it('a start on a port in use fails and releases everything', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(startService(configOf(port))).rejects.toThrow('EADDRINUSE');
    expect(await connections()).toBe(0);
    other.close();
  });

  it('a stop completes while a client keeps sending requests on one connection', async () => {
    const service = await startService(configOf(0));
    const url = service.url.replace('localhost', '127.0.0.1');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (): Promise<boolean> =>
      new Promise((resolve) => {
        request(`${url}/health/live`, { agent }, (answer) => {
          answer.resume().on('end', () => resolve(true));
        })
          .on('error', () => resolve(false))
          .end();
      });
    expect(await ask()).toBe(true);
    const client = (async () => {
      while (await ask());
    })();
    const startedAt = performance.now();
    await service.stop();
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await client;
    agent.destroy();
    expect(await connections()).toBe(0);
  }, 30_000);
});
