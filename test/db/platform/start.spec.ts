import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Producer } from '../../../src/modules/webhooks';
import { startService } from '../../../src/start';
import { loadConfig } from '../../../src/platform/config/config';
import { eventually } from '../../support/eventually';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const KEY = randomBytes(32).toString('base64');

describe('start and stop', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const configOf = (port: number, env: Record<string, string> = {}) =>
    loadConfig({
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: KEY,
      DATABASE_POOL_SIZE: '8',
      ...env,
    });
  const connections = async (): Promise<number> => {
    const [row] = await database.query<{ others: number }>(
      `SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'billing-%'`,
    );
    return row?.others ?? -1;
  };
  /** A backend leaves pg_stat_activity a moment after its client has closed the connection. */
  const untilDisconnected = () => eventually(async () => ((await connections()) === 0 ? true : null));

  it('a start without a writable data directory fails and names the settings', async () => {
    const started = startService(loadConfig({ DATA_DIR: join(__filename, 'data') }));
    await expect(started).rejects.toThrow(/Set DATA_DIR to .*, or DATABASE_URL to /);
  });

  it.each<[string, (url: URL) => unknown, RegExp]>([
    [
      'password',
      (url) => (url.password = 'wrong'),
      /password authentication failed .*password in DATABASE_URL/,
    ],
    ['database', (url) => (url.pathname = '/nowhere'), /"nowhere" does not exist.* its name in DATABASE_URL/],
    ['user', (url) => (url.username = 'nobody'), /"nobody".* the user .*in DATABASE_URL/],
    [
      'host',
      (url) => (url.hostname = 'no.such.host.invalid'),
      /no\.such\.host\.invalid.*name in DATABASE_URL/,
    ],
  ])(
    'a start with a wrong %s fails without waiting and names DATABASE_URL',
    async (_what, change, message) => {
      const url = new URL(database.url);
      change(url);
      const startedAt = performance.now();
      const error = await startService(configOf(0, { DATABASE_URL: url.href })).catch(String);
      expect(error).toMatch(message);
      expect(error).not.toContain(new URL(database.url).password);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    },
  );

  it('a start on a port in use fails, names PORT and closes its database connections', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const message = `PORT: another process listens on port ${port}.`;
    await expect(startService(configOf(port))).rejects.toThrow(message);
    await untilDisconnected();
    other.close();
  });

  it('a stop completes while a client keeps sending requests on one connection, and another has sent none', async () => {
    const service = await startService(configOf(0));
    const url = service.url.replace('localhost', '127.0.0.1');
    const unused = connect(Number(new URL(url).port), '127.0.0.1');
    const closed = once(unused.resume(), 'close');
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
    await closed;
    agent.destroy();
    await untilDisconnected();
  }, 30_000);

  describe('with SHUTDOWN_DELAY_MS', () => {
    /** Resolves with the status and the Connection header. Opens a new connection unless an agent is given. */
    const send = (
      method: string,
      url: string,
      agent?: Agent,
    ): Promise<[number | undefined, string | undefined]> =>
      new Promise((resolve, reject) => {
        const options = { method, ...(agent === undefined ? {} : { agent }) };
        request(url.replace('localhost', '127.0.0.1'), options, (answer) => {
          answer.resume().on('end', () => resolve([answer.statusCode, answer.headers.connection]));
        })
          .on('error', reject)
          .end();
      });
    const get = (url: string, agent?: Agent): Promise<[number | undefined, string | undefined]> =>
      send('GET', url, agent);

    it('a stopping service keeps serving, reports not ready and closes each connection after its next response', async () => {
      const service = await startService(configOf(0, { SHUTDOWN_DELAY_MS: '3000' }));
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      expect(await get(`${service.url}/health/ready`, agent)).toEqual([200, 'keep-alive']);
      const stopped = service.stop();
      expect(await get(`${service.url}/health/ready`, agent)).toEqual([503, 'close']);
      expect(await get(`${service.url}/health/live`)).toEqual([200, 'close']);
      const readiness = await (
        await fetch(service.url.replace('localhost', '127.0.0.1') + '/health/ready')
      ).json();
      const healthy = { database: 'ok', migrations: 'ok' };
      expect(readiness).toEqual({ status: 'unavailable', ...healthy, process: 'stopping' });
      for (const path of ['/v1/customers', '/v1/events', '/v1/payments/webhook/stripe']) {
        expect(await send('POST', service.url + path)).toEqual([401, 'close']);
      }
      await stopped;
      await expect(get(`${service.url}/health/live`)).rejects.toThrow('ECONNREFUSED');
      agent.destroy();
    }, 30_000);

    it('stopping drains deliveries immediately, without waiting for the delay', async () => {
      const service = await startService(configOf(0, { SHUTDOWN_DELAY_MS: '1000' }));
      const drained = jest.spyOn(service.app.get(Producer), 'beforeApplicationShutdown');
      const stopped = service.stop();
      expect(drained).toHaveBeenCalled();
      await drained.mock.results[0]?.value;
      expect(await get(`${service.url}/health/live`)).toEqual([200, 'close']);
      await stopped;
    }, 30_000);
  });

  it('a stopping service closes a connection as soon as the response in progress is sent', async () => {
    const service = await startService(configOf(0));
    const server = service.app.getHttpServer();
    const received = once(server, 'request');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sent = request(`${service.url.replace('localhost', '127.0.0.1')}/v1/customers`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '2' },
    });
    const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.write('{');
    await received;
    const startedAt = performance.now();
    const stopped = service.stop();
    await eventually(() => (server.listening ? null : true));
    expect(await service.workInProgress()).toEqual({ open_connections: 1, deliveries_in_flight: 0 });
    sent.end('}');
    const [response] = await responded;
    response.resume();
    expect([response.statusCode, response.headers.connection]).toEqual([401, 'keep-alive']);
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(5000);
    agent.destroy();
  }, 30_000);

  it('a request whose headers do not arrive in time gets 408, also from a stopping service', async () => {
    const service = await startService(configOf(0));
    const server = service.app.getHttpServer();
    server.headersTimeout = 100;
    const connected = once(server, 'connection');
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write('GET /health/live HTTP/1.1\r\nX-Slow: ');
    await connected;
    const startedAt = performance.now();
    const [said] = await Promise.all([text(socket), service.stop()]);
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  }, 30_000);

  it('a service keeps an idle connection open for KEEP_ALIVE_TIMEOUT_MS', async () => {
    const service = await startService(configOf(0, { KEEP_ALIVE_TIMEOUT_MS: '60000' }));
    const { headers } = await fetch(`${service.url.replace('localhost', '127.0.0.1')}/health/live`);
    expect(headers.get('keep-alive')).toBe('timeout=60');
    await service.stop();
  }, 30_000);
});
