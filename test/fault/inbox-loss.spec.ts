import { ApiClient } from '../support/api-client';
import { eventually } from '../support/eventually';
import { EventStream } from '../support/event-stream';
import type { InboxMessageBody } from '../support/inboxes';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const CUSTOMERS = 150;

describe('a stream of an inbox', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(assertNoneFell);
  afterAll(async () => {
    await killServices();
    await database.drop();
  });

  it('gets each delivery of workers in other processes once, across kill -9 of a worker and restarts of the API', async () => {
    const env = { WEBHOOK_TIMEOUT_MS: '1000' }; // leases of the killed worker expire after 2 s
    const start = (role: 'api' | 'worker') => ServiceProcess.start({ role, databaseUrl: database.url, env });
    const [api, worker] = await Promise.all([start('api'), start('worker')]);
    const client = await ApiClient.signUp(api.url);
    const inbox = await client.anEndpoint('inbox');
    const open = (of: ServiceProcess, lastEventId?: string): Promise<EventStream<InboxMessageBody>> =>
      EventStream.open(`${of.url}/v1/webhook_endpoints/${inbox.id}/inbox/stream`, client.rawKey, lastEventId);

    const first = await open(api);
    const creating = client.createCustomers({ concurrency: 8, count: CUSTOMERS });
    await first.until(20);
    await Promise.all([worker.kill(), creating]);
    const [successor, next] = await Promise.all([start('worker'), start('api')]);

    const exit = await api.terminate();
    expect(exit).toMatchObject({ code: 0 });
    expect(exit.ms).toBeLessThan(10_000);
    await first.ended;

    const second = await open(next, first.lastEventId);
    const ids = (): string[] => [...first.messages, ...second.messages].map((it) => it.id);
    await eventually(() => (ids().length >= CUSTOMERS ? true : null), 60_000);
    expect(new Set(ids()).size).toBe(CUSTOMERS);
    expect(ids()).toHaveLength(CUSTOMERS);
    const attempts = await database.query<{ succeeded: string }>(
      'SELECT count(*) AS succeeded FROM webhook_attempts WHERE success',
    );
    expect(Number(attempts[0]?.succeeded)).toBe(CUSTOMERS);
    await second.close();
    await Promise.all([next.terminate(), successor.terminate()]);
  }, 60_000);
});
