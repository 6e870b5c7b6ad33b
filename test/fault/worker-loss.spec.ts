import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import {
  FLAWLESS,
  halfStates,
  judge,
  readDeliveries,
  ended,
  type Verdict,
} from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { isLong, reportFigures, scaled } from '../support/long-form';
import { gate } from '../support/gate';
import type { Ledger } from '../support/ledger';
import { startOwnPostgres, type OwnPostgres } from '../support/own-postgres';
import { RecordingReceiver, type Arrival } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { TcpProxy, throughProxy } from '../support/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const ENDPOINTS = 10;
/** Maximum numbers of attempts in flight: per worker, and per endpoint (the default). */
const IN_FLIGHT = 64;
const CAP = 10;
/** A lost delivery is rescued immediately at most three times (MAX_LEASE_EXPIRATIONS in webhook.rules.ts). */
const MOST_COPIES = 4;

let own: OwnPostgres | undefined;
let database: TestDatabase;
let receiver: RecordingReceiver;
let api: ServiceProcess;
let workers: ServiceProcess[];

beforeAll(async () => {
  if (isLong) own = await startOwnPostgres();
  database = own ?? (await createTestDatabase());
  receiver = await RecordingReceiver.start();
  receiver.answer = () => ({ status: 200, delayMs: 30 });
  api = await ServiceProcess.start({ role: 'api', databaseUrl: database.url });
  workers = [launchWorker(), launchWorker()];
  await Promise.all(workers.map((it) => it.ready()));
}, 90_000);
afterEach(() => {
  receiver.reset();
  assertNoneFell();
});
afterAll(async () => {
  await killServices();
  await receiver.stop();
  await database.drop();
});

/** Launches a worker with a short deadline, so that its leases (twice the deadline) expire soon after a kill. */
function launchWorker(databaseUrl = database.url): ServiceProcess {
  const env = { WEBHOOK_TIMEOUT_MS: String(scaled(2000, 3000)), WEBHOOK_CONCURRENCY: String(IN_FLIGHT) };
  return ServiceProcess.launch({ role: 'worker', databaseUrl, env });
}

async function signUpWithEndpoint(): Promise<ApiClient> {
  const client = await ApiClient.signUp(api.url);
  for (let n = 0; n < ENDPOINTS; n++) await client.anEndpoint(receiver.url(`/${client.organizationId}/${n}`));
  return client;
}

/** Waits for attempts in flight, then removes the worker with the most of them from the list and returns it. */
async function takeBusiest(): Promise<ServiceProcess> {
  const [busiest] = await eventually(async () => {
    const loads = await Promise.all(workers.map(async (it) => [it, await it.deliveriesInFlight()] as const));
    const top = loads.reduce((most, it) => (it[1] > most[1] ? it : most));
    return top[1] > 0 ? top : null;
  });
  workers = workers.filter((it) => it !== busiest);
  return busiest;
}

const arrivalsOf = ({ organizationId }: ApiClient): Arrival[] =>
  receiver.arrivals.filter((it) => it.path.startsWith(`/${organizationId}/`));

async function verdictOn(client: ApiClient, ledger: Ledger): Promise<Verdict> {
  const arrivals = arrivalsOf(client);
  const verdict = await judge(database, client.organizationId, { ledger, arrivals, endpoints: ENDPOINTS });
  expect(verdict).toMatchObject(FLAWLESS);
  expect(ledger.unacknowledged.size).toBe(0);
  expect(await halfStates(database, client.organizationId, ENDPOINTS)).toEqual({});
  return verdict;
}

describe('killing workers with SIGKILL under load', () => {
  const kills = scaled(1, 50);
  const customersPerKill = scaled(40, 200);
  /** The long form also restarts the database server. */
  const restartsAfter = new Set(isLong ? [10, 25, 40] : []);

  it(
    'loses no delivery, and resends those in flight with the same ID and bytes',
    async () => {
      const runs: [ApiClient, Ledger][] = [];
      // Each kill uses a new organization. None of its queues are leased yet, so a worker has attempts in flight
      // immediately.
      for (let kill = 0; kill < kills; kill++) {
        const client = await signUpWithEndpoint();
        const load = client.createCustomers({ concurrency: 4, count: customersPerKill, persistent: true });
        // Without a random delay, the kills of the long form would synchronize with the bursts of rescued deliveries.
        await sleep(Math.random() * scaled(0, 2000));
        const victim = await takeBusiest();
        await victim.kill();
        const replacement = launchWorker();
        if (restartsAfter.has(kill)) await own?.server.restart('immediate');
        runs.push([client, await load]);
        await replacement.ready();
        workers.push(replacement);
      }
      for (const [client] of runs) await ended(database, client.organizationId);

      const verdicts: Verdict[] = [];
      for (const [client, ledger] of runs) verdicts.push(await verdictOn(client, ledger));
      const sum = (of: 'deliveries' | 'duplicates' | 'unknownAttempts'): number =>
        verdicts.reduce((total, it) => total + it[of], 0);
      const mostCopies = Math.max(...verdicts.map((it) => it.mostCopies));
      const figures = { kills, deliveries: sum('deliveries'), duplicates: sum('duplicates'), mostCopies };
      reportFigures('SIGKILL of workers', { ...figures, unknownAttempts: sum('unknownAttempts') });
      expect(sum('deliveries')).toBe(kills * customersPerKill * ENDPOINTS);
      expect(sum('unknownAttempts')).toBeGreaterThan(0);
      expect(sum('duplicates')).toBeLessThanOrEqual(IN_FLIGHT * (kills + 2 * restartsAfter.size));
      expect(mostCopies).toBeLessThanOrEqual(MOST_COPIES);
      expect(receiver.mostPerEndpoint).toBeLessThanOrEqual(CAP);
    },
    scaled(60_000, 1_800_000),
  );
});

describe('killing a worker while recording outcomes is slow', () => {
  const customers = scaled(40, 100);

  it('resends at most the attempts in flight, regardless of how many had a response', async () => {
    await Promise.all(workers.splice(0).map((it) => it.terminate()));
    const client = await signUpWithEndpoint();
    const ledger = await client.createCustomers({ concurrency: 8, count: customers, persistent: true });
    const proxy = await TcpProxy.start(database.url);
    receiver.answer = () => {
      proxy.latencyMs = 100; // in each direction; only from now on, because a start takes many statements
      return { status: 200 };
    };
    const victim = launchWorker(throughProxy(database.url, proxy));
    await receiver.until(() => arrivalsOf(client).length > (customers * ENDPOINTS) / 2);
    await victim.kill(); // statements that it has sent still reach the database
    workers = [launchWorker(), launchWorker()];
    await ended(database, client.organizationId);
    const { duplicates, deliveries, unknownAttempts } = await verdictOn(client, ledger);
    reportFigures('SIGKILL with unrecorded outcomes', { deliveries, duplicates, unknownAttempts });
    expect(duplicates).toBeGreaterThan(0);
    expect(duplicates).toBeLessThanOrEqual(IN_FLIGHT);
    expect(unknownAttempts).toBeGreaterThanOrEqual(duplicates); // each resend leaves the first attempt in the list
    await proxy.stop();
  }, 60_000);
});

describe('stopping workers one by one with SIGTERM under load', () => {
  const stops = scaled(1, 10);

  it(
    'loses and duplicates no delivery; each worker exits with 0 within 20 s',
    async () => {
      const client = await signUpWithEndpoint();
      const end = new AbortController();
      const load = client.createCustomers({
        concurrency: 2,
        signal: end.signal,
        pauseMs: 60,
        persistent: true,
      });
      const exits: { code: number | null; ms: number }[] = [];
      try {
        for (let stop = 0; stop < stops; stop++) {
          const stopping = (await takeBusiest()).terminate();
          const replacement = launchWorker();
          exits.push(await stopping);
          await replacement.ready();
          workers.push(replacement);
        }
      } finally {
        end.abort();
      }
      const ledger = await load;
      await ended(database, client.organizationId);

      reportFigures('SIGTERM of workers', { exits, deliveries: ledger.acknowledged.size * ENDPOINTS });
      expect(exits.map((it) => it.code)).toEqual(Array.from({ length: stops }, () => 0));
      expect(Math.max(...exits.map((it) => it.ms))).toBeLessThan(20_000);
      expect(await verdictOn(client, ledger)).toMatchObject({ duplicates: 0, unknownAttempts: 0 });
      expect(receiver.mostPerEndpoint).toBeLessThanOrEqual(CAP);
    },
    scaled(60_000, 300_000),
  );
});

describe('a worker frozen past its leases with requests in flight', () => {
  it('does not overwrite newer attempts with its late outcomes', async () => {
    const late = gate();
    const newer = gate();
    const { answer } = receiver;
    receiver.answer = (arrival, body) => {
      if (arrival.path !== '/frozen') return answer(arrival, body);
      return arrival.attempt === 1
        ? { status: 500, after: late.opened }
        : { status: 200, after: newer.opened };
    };
    const attempts = (number: number): number =>
      receiver.arrivals.filter((it) => it.path === '/frozen' && it.attempt === number).length;
    const client = await ApiClient.signUp(api.url);
    await client.anEndpoint(receiver.url('/frozen'));
    const ledger = await client.createCustomers({ concurrency: 5, count: 5 });
    await receiver.until(() => attempts(1) === 5);
    const frozen = await takeBusiest();
    frozen.signal('SIGSTOP');
    late.open(); // five 500 responses wait in its sockets
    await receiver.until(() => attempts(2) === 5);

    frozen.signal('SIGCONT');
    expect((await frozen.terminate()).code).toBe(0); // after sending its late outcomes
    const between = await readDeliveries(database, client.organizationId);
    expect(between.map((it) => [it.status, it.attempts.length])).toEqual(Array(5).fill(['pending', 1]));

    newer.open();
    await ended(database, client.organizationId);
    const arrivals = receiver.arrivals.filter((it) => it.path === '/frozen');
    const verdict = await judge(database, client.organizationId, { ledger, arrivals, endpoints: 1 });
    expect(verdict).toMatchObject({ ...FLAWLESS, duplicates: 5, mostCopies: 2, unknownAttempts: 5 });
    expect(await halfStates(database, client.organizationId, 1)).toEqual({});
  }, 60_000);
});
