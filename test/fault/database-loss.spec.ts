import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from '../support/api-client';
import { FLAWLESS, halfStates, judge, ended } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/long-form';
import { Ledger } from '../support/ledger';
import { startOwnPostgres, type OwnPostgres } from '../support/own-postgres';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';

const ENDPOINTS = 5;
/** Maximum number of attempts in flight per worker. */
const IN_FLIGHT = 64;
const WORKERS = scaled(1, 2);
/**
 * Limits: every response arrives within 5 s, even without the database; the service has recovered within 10 s of
 * the database's return.
 */
const ANSWER_MS = 5000;
const RECOVERY_MS = 10_000;

let database: OwnPostgres;
let receiver: RecordingReceiver;
let api: ServiceProcess;

beforeAll(async () => {
  database = await startOwnPostgres();
  receiver = await RecordingReceiver.start();
  receiver.answer = () => ({ status: 200, delayMs: 10 });
  const databaseUrl = database.url;
  const env = { WEBHOOK_TIMEOUT_MS: '4000', WEBHOOK_CONCURRENCY: String(IN_FLIGHT) };
  [api] = await Promise.all([
    ServiceProcess.start({ role: 'api', databaseUrl }),
    ...Array.from({ length: WORKERS }, () => ServiceProcess.start({ role: 'worker', databaseUrl, env })),
  ]);
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

/** Kills a busy backend of the service; PostgreSQL then restarts all backends and recovers from the WAL. */
async function killOneBackend(): Promise<void> {
  const [backend] = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
      WHERE application_name LIKE 'billing-%' ORDER BY state <> 'active', random() LIMIT 1`,
  );
  if (backend === undefined) throw new Error('There is no backend to kill');
  process.kill(backend.pid, 'SIGKILL');
}

/** The longest recovery times of the API and of deliveries. */
interface Recovery {
  acknowledgedMs: number;
  deliveredMs: number;
}

/** Causes the fault and waits until writes are acknowledged and deliveries arrive again. */
async function strike(fault: () => Promise<void>, ledger: Ledger, worst: Recovery): Promise<void> {
  await fault();
  const backAt = performance.now();
  const acknowledged = ledger.acknowledged.size;
  const arrived = receiver.arrivals.length;
  await eventually(() => (ledger.acknowledged.size > acknowledged ? true : null), RECOVERY_MS);
  worst.acknowledgedMs = Math.max(worst.acknowledgedMs, performance.now() - backAt);
  await eventually(() => (receiver.arrivals.length > arrived ? true : null), RECOVERY_MS);
  worst.deliveredMs = Math.max(worst.deliveredMs, performance.now() - backAt);
}

describe.each([
  ['an immediate restart of the database', () => database.server.restart('immediate')],
  ['SIGKILL of one database backend', killOneBackend],
])('%s under load', (what, fault) => {
  const faults = scaled(1, 10);
  const writes = scaled(120, 10_000);

  it(
    'loses no acknowledged write, returns only 201 or 503 with Retry-After, and recovers within 10 s',
    async () => {
      const client = await ApiClient.signUp(api.url);
      for (let n = 0; n < ENDPOINTS; n++) await client.anEndpoint(receiver.url(`/${n}`));
      const end = new AbortController();
      const ledger = new Ledger();
      const worst: Recovery = { acknowledgedMs: 0, deliveredMs: 0 };
      const load = client.createCustomers(
        { concurrency: 8, pauseMs: 20, signal: end.signal, persistent: true },
        ledger,
      );
      try {
        for (let n = 1; n <= faults; n++) {
          const due = (n * writes) / (faults + 1);
          await eventually(() => (ledger.acknowledged.size >= due ? true : null), scaled(30_000, 300_000));
          await strike(fault, ledger, worst);
        }
        await eventually(() => (ledger.acknowledged.size >= writes ? true : null), scaled(30_000, 300_000));
      } finally {
        end.abort();
      }
      await load;
      await ended(database, client.organizationId);

      const { arrivals } = receiver;
      const verdict = await judge(database, client.organizationId, {
        ledger,
        arrivals,
        endpoints: ENDPOINTS,
      });
      const { slowestMs, replays, bare503 } = ledger;
      const answers = Object.fromEntries(ledger.answers);
      const { deliveries, duplicates, unknownAttempts } = verdict;
      reportFigures(what, { answers, slowestMs, replays, ...worst, deliveries, duplicates, unknownAttempts });
      expect(ledger.statuses.filter((it) => it !== 201 && it !== 503)).toEqual([]);
      expect([bare503, ledger.unacknowledged.size]).toEqual([0, 0]);
      expect(slowestMs).toBeLessThan(ANSWER_MS);
      expect(verdict).toMatchObject({ ...FLAWLESS, deliveries: ledger.acknowledged.size * ENDPOINTS });
      expect(duplicates).toBeLessThanOrEqual(IN_FLIGHT * WORKERS * faults);
      expect(await halfStates(database, client.organizationId, ENDPOINTS)).toEqual({});
    },
    scaled(90_000, 900_000),
  );
});

describe('a process that starts while the database recovers', () => {
  /** A standby that refuses connections, as in crash recovery, until it is promoted. */
  async function recoverUntilPromoted(): Promise<() => Promise<void>> {
    const file = (name: string) => join(database.server.home, 'cluster', name);
    await database.query('ALTER SYSTEM SET hot_standby = off');
    writeFileSync(file('standby.signal'), '');
    chmodSync(file('standby.signal'), 0o666); // the server may run under another account
    const restarted = database.server.restart('fast');
    return async () => {
      writeFileSync(file('promote'), '');
      process.kill(parseInt(readFileSync(file('postmaster.pid'), 'utf8')), 'SIGUSR1');
      await restarted;
    };
  }

  it('waits and says for what, and stops at once on SIGTERM', async () => {
    const promote = await recoverUntilPromoted();
    const [starting, abandoned] = [1, 2].map(() =>
      ServiceProcess.launch({ role: 'worker', databaseUrl: database.url }),
    ) as [ServiceProcess, ServiceProcess];
    const migrated = promisify(execFile)(process.execPath, ['dist/src/commands/migrate.js'], {
      cwd: join(__dirname, '../..'),
      env: { DATABASE_URL: database.url, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
    });
    const waiting = /Waiting for the database at 127.0.0.1:\d+, up to \d+ s more: the database system is/;
    for (const service of [starting, abandoned]) {
      await eventually(() => (waiting.test(service.log) ? true : null), 30_000);
    }
    const stopped = await abandoned.terminate();
    expect(stopped).toMatchObject({ code: 0 });
    expect(stopped.ms).toBeLessThan(3000);
    await promote();
    await starting.ready();
    expect(await migrated).toMatchObject({
      stdout: 'The database is up to date.\n',
      stderr: expect.stringMatching(waiting) as string,
    });
  }, 90_000);
});
