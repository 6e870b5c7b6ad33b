import { setTimeout as sleep } from 'node:timers/promises';
import { Notifier } from '../../../src/platform/database/notifier';
import { eventually } from '../../support/eventually';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const TOPIC = 'test_topic';

describe('Notifier', () => {
  let database: TestDatabase;
  let notifiers: Notifier[];

  beforeEach(async () => {
    database = await createTestDatabase();
    notifiers = [];
  });
  afterEach(async () => {
    await Promise.all(notifiers.map((it) => it.onApplicationShutdown()));
    await database.drop();
  });

  it('calls the handlers of other processes, by topic, and not those of the sender', async () => {
    const [sender, receiver, bystander] = [
      await connected(),
      await connected(),
      await connected('other_topic'),
    ];
    sender.notifier.notify(TOPIC);
    await eventually(() => receiver.calls() === 2 || null);
    expect(sender.calls()).toBe(1);
    expect(bystander.calls()).toBe(1);
  });

  it('debounces a burst, and notifies once more after it', async () => {
    const [sender, receiver] = [await connected(), await connected()];
    for (let count = 0; count < 100; count++) sender.notifier.notify(TOPIC);
    await eventually(() => receiver.calls() === 3 || null);
    await sleep(50);
    expect(receiver.calls()).toBe(3);
  });

  it('calls every handler after a reconnection', async () => {
    const receiver = await connected();
    await disconnectAll();
    await eventually(() => receiver.calls() === 2 || null);
  });

  it('sends after the reconnection what could not be sent before', async () => {
    const [sender, receiver] = [await connected(), await connected()];
    await disconnectAll();
    await eventually(async () => ((await connections()) === 0 ? true : null));
    sender.notifier.notify(TOPIC);
    await eventually(() => sender.calls() === 2 || null);
    await eventually(() => receiver.calls() >= 2 || null);
  });

  it('refuses a topic that is not an identifier', () => {
    const notifier = new Notifier(database.url);
    expect(() => notifier.on('x; DROP TABLE customers', () => undefined)).toThrow('is not a topic');
  });

  /** A connected process; the calls of its handler begin with the one for its connection. */
  async function connected(topic = TOPIC): Promise<{ notifier: Notifier; calls: () => number }> {
    let calls = 0;
    const notifier = new Notifier(database.url);
    notifiers.push(notifier);
    notifier.on(topic, () => {
      calls++;
    });
    notifier.onApplicationBootstrap();
    await eventually(() => calls === 1 || null);
    return { notifier, calls: () => calls };
  }

  function disconnectAll() {
    return database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'billing-notifier' AND datname = current_database()`,
    );
  }

  async function connections(): Promise<number> {
    const rows = await database.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'billing-notifier' AND datname = current_database()`,
    );
    return rows.length;
  }
});
