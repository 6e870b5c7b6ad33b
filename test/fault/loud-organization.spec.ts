import { ApiClient } from '../support/api-client';
import { reportFigures } from '../support/long-form';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Few, so that an organization with some dozen endpoints is a loud one. */
const CONCURRENCY = 16;
/** What a delivery of another organization waited for when it was held up. */
const DEADLINE_MS = 5000;
/** A request counts as fast for half a second, and what begins with a fast slot waits for one at most so long. */
const WITHIN_MS = 2000;

const never = new Promise(() => undefined);

let database: TestDatabase;
let receiver: RecordingReceiver;
let loud: ApiClient[];
let other: ApiClient;

beforeEach(async () => {
  database = await createTestDatabase();
  receiver = await RecordingReceiver.start();
  const env = { WEBHOOK_CONCURRENCY: String(CONCURRENCY), WEBHOOK_TIMEOUT_MS: String(DEADLINE_MS) };
  const [api] = await Promise.all([
    ServiceProcess.start({ role: 'api', databaseUrl: database.url }),
    ServiceProcess.start({ role: 'worker', databaseUrl: database.url, env }),
  ]);
  other = await ApiClient.signUp(api.url);
  loud = [];
  for (let n = 0; n < 3; n++) loud.push(await ApiClient.signUp(api.url));
  await other.anEndpoint(receiver.url('/other'));
}, 90_000);
afterEach(assertNoneFell);
afterEach(async () => {
  await killServices();
  await receiver.stop();
  await database.drop();
});

const arrived = (path: string): number => receiver.arrivals.filter((it) => it.path.startsWith(path)).length;

/** One event of the other organization after the next while a condition holds; the longest way to its receiver. */
async function longestDelayWhile(condition: () => boolean): Promise<number> {
  let longest = 0;
  for (let n = arrived('/other') + 1; condition(); n++) {
    const startedAt = performance.now();
    await other.createCustomers({ concurrency: 1, count: 1 });
    await receiver.until(() => arrived('/other') >= n);
    longest = Math.max(longest, performance.now() - startedAt);
  }
  return longest;
}

/** Gives each of some organizations endpoints of its own, and events for them; resolves when all are committed. */
async function makeLoud(
  clients: ApiClient[],
  endpoints: number,
  events: number,
): Promise<() => Promise<unknown>> {
  for (const client of clients) {
    for (let n = 0; n < endpoints; n++) {
      await client.anEndpoint(receiver.url(`/loud/${client.organizationId}/${n}`));
    }
  }
  return () => Promise.all(clients.map((it) => it.createCustomers({ concurrency: 2, count: events })));
}

describe('organizations with many endpoints that hang', () => {
  it('hold up no other, though nothing is known of their endpoints', async () => {
    receiver.answer = ({ path }) => (path === '/other' ? { status: 200 } : { status: 200, after: never });
    const begin = await makeLoud(loud, 8, 10);
    await begin();
    const longestMs = await longestDelayWhile(() => arrived('/loud') < 120);
    reportFigures('hanging endpoints', { longestMs, others: arrived('/other') });
    expect(arrived('/other')).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(WITHIN_MS);
  }, 60_000);

  it('hold up no other, though their endpoints were fast and much was claimed ahead for them', async () => {
    receiver.answer = ({ path }) => {
      const hangs = path !== '/other' && arrived('/loud') > 150;
      return hangs ? { status: 200, after: never } : { status: 200 };
    };
    const begin = await makeLoud(loud.slice(0, 1), 16, 30);
    const created = begin();
    const longestMs = await longestDelayWhile(() => arrived('/loud') < 250);
    await created;
    reportFigures('fast endpoints that hang', { longestMs, others: arrived('/other') });
    expect(arrived('/other')).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(WITHIN_MS);
  }, 60_000);
});
