import { ApiClient } from '../support/api-client';
import { reportFigures } from '../support/long-form';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Small, so that a few dozen endpoints occupy all slots. */
const CONCURRENCY = 16;
/** Delay of another organization's delivery if it had to wait for a hanging one to time out. */
const DEADLINE_MS = 5000;
/**
 * Limit for the delay: a request leaves its fast slot after at most half a second, so a slot is free sooner
 * than this.
 */
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

/**
 * Creates events of the other organization one by one while the condition holds. Returns the longest delay in
 * ms until its receiver got an event.
 */
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

/** Creates endpoints for each organization and returns a function that creates events for them. */
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

describe('an organization with many hanging endpoints', () => {
  it('does not delay other organizations when its endpoints have no history', async () => {
    receiver.answer = ({ path }) => (path === '/other' ? { status: 200 } : { status: 200, after: never });
    const begin = await makeLoud(loud, 8, 10);
    // Measures from the first event: on a slow machine, the attempts may otherwise be over before the measurement.
    const [longestMs] = await Promise.all([longestDelayWhile(() => arrived('/loud') < 120), begin()]);
    reportFigures('hanging endpoints', { longestMs, others: arrived('/other') });
    expect(arrived('/other')).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(WITHIN_MS);
  }, 60_000);

  it('does not delay other organizations when its endpoints were fast and many deliveries are claimed ahead', async () => {
    receiver.answer = ({ path }) => {
      const hangs = path !== '/other' && arrived('/loud') > 150;
      return hangs ? { status: 200, after: never } : { status: 200 };
    };
    const begin = await makeLoud(loud.slice(0, 1), 16, 30);
    const created = begin();
    const longestMs = await longestDelayWhile(() => arrived('/loud') < 200);
    await created;
    reportFigures('fast endpoints that hang', { longestMs, others: arrived('/other') });
    expect(arrived('/other')).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(WITHIN_MS);
  }, 60_000);
});
