import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { startService } from '../../../src/bootstrap/start';
import { loadConfig } from '../../../src/platform/config/config';
import { awaitServer } from '../../../src/platform/database/await-server';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

/** What PostgreSQL sends in response to the start-up packet: a fatal error with SQLSTATE 57P03. */
const IN_RECOVERY = errorResponse('SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up');

function errorResponse(...fields: string[]): Buffer {
  const body = Buffer.from(`${fields.map((it) => `${it}\0`).join('')}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

describe('start and stop', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

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

  it('a stop serves for the delay, not ready, and closes each connection after its response', async () => {
    const service = await startService(configOf(0, { SHUTDOWN_DELAY_MS: '3000' }));
    const url = service.url.replace('localhost', '127.0.0.1');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (path: string, through?: Agent): Promise<[number | undefined, string | undefined]> =>
      new Promise((resolve, reject) => {
        request(`${url}${path}`, through === undefined ? {} : { agent: through }, (answer) => {
          answer.resume().on('end', () => resolve([answer.statusCode, answer.headers.connection]));
        })
          .on('error', reject)
          .end();
      });
    expect(await ask('/health/ready', agent)).toEqual([200, 'keep-alive']);
    const stopped = service.stop();
    expect(await ask('/health/ready', agent)).toEqual([503, 'close']);
    expect(await ask('/health/live')).toEqual([200, 'close']);
    await stopped;
    await expect(ask('/health/live')).rejects.toThrow('ECONNREFUSED');
    agent.destroy();
  }, 30_000);

  it('a start during the recovery of the database waits for its end', async () => {
    let refusals = 2;
    const recovering = createServer((client) => {
      if (refusals === 0) {
        const { hostname, port } = new URL(database.url);
        client.pipe(connect(Number(port), hostname)).pipe(client);
        return;
      }
      refusals--;
      client.once('data', () => client.end(IN_RECOVERY));
    });
    await new Promise<void>((resolve) => recovering.listen(0, '127.0.0.1', resolve));
    const url = new URL(database.url);
    url.port = String((recovering.address() as AddressInfo).port);
    const service = await startService(configOf(0, { DATABASE_URL: url.href }));
    expect(refusals).toBe(0);
    await service.stop();
    recovering.close();
  }, 30_000);

  it('a wait for the database ends at its limit, and does not begin for a wrong address', async () => {
    const never = createServer((client) => client.once('data', () => client.end(IN_RECOVERY)));
    await new Promise<void>((resolve) => never.listen(0, '127.0.0.1', resolve));
    const url = `postgres://user@127.0.0.1:${(never.address() as AddressInfo).port}/billing`;
    await expect(awaitServer(url, 0)).rejects.toThrow('the database system is starting up');
    await new Promise((resolve) => never.close(resolve));
    await expect(awaitServer(url)).rejects.toThrow('ECONNREFUSED');
  });

  function configOf(port: number, env: Record<string, string> = {}) {
    return loadConfig({
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      DATABASE_POOL_SIZE: '8',
      ...env,
    });
  }

  async function connections(): Promise<number> {
    const [row] = await database.query<{ others: number }>(
      `SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'billing-%'`,
    );
    return row?.others ?? -1;
  }
});
