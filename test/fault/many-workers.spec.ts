import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/long-form';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const HOUR_MS = 3_600_000;
const SWEEP_EVERY_MS = 300_000;
const ENDPOINTS = 24;
const CUSTOMERS = scaled(6, 60);
/** Small, so that no worker can lease all queues and the three workers share them. */
const CAP = 2;
const WORKER_ENV = { WEBHOOK_CONCURRENCY: '4', WEBHOOK_ENDPOINT_CONCURRENCY: String(CAP) };

let database: TestDatabase;
let receiver: RecordingReceiver;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await RecordingReceiver.start();
});
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await receiver.stop();
  await database.drop();
});

/** A failed delivery in the queue, with times in milliseconds by the database's clock. */
interface QueueRow {
  id: string;
  attempts: number;
  retries: number;
  stage: string;
  nextAttemptAt: string;
  /** Time from the recording of the last attempt to the due time of the next. */
  delayMs: number;
  /** Time since the last attempt was recorded. */
  ageMs: number;
}

const readQueue = (organizationId: string): Promise<QueueRow[]> =>
  database.query<QueueRow>(
    `SELECT queue.delivery_id AS id, queue.attempts, queue.retries, queue.stage,
            queue.next_attempt_at::text AS "nextAttemptAt",
            extract(epoch FROM queue.next_attempt_at - queue.updated_at)::float8 * 1000 AS "delayMs",
            extract(epoch FROM now() - queue.updated_at)::float8 * 1000 AS "ageMs"
       FROM webhook_queue AS queue
      WHERE queue.organization_id = $1 ORDER BY queue.delivery_id`,
    [organizationId],
  );

/** Creates deliveries to many endpoints and waits until the first attempt of each has failed. */
async function aFailedFirstRound(): Promise<{ organizationId: string; startMs: number }> {
  receiver.answer = () => ({ status: 500 });
  const startedAt = performance.now();
  const service = await ServiceProcess.start({ role: 'all', databaseUrl: database.url });
  const startMs = performance.now() - startedAt;
  const client = await ApiClient.signUp(service.url);
  for (let n = 0; n < ENDPOINTS; n++)
    await client.anEndpoint(receiver.url(n % 2 === 0 ? `/good/${n}` : `/bad/${n}`));
  await client.createCustomers({ concurrency: 4, count: CUSTOMERS });
  await eventually(async () => {
    const rows = await readQueue(client.organizationId);
    return rows.every((it) => it.stage === 'waiting') ? true : null;
  }, 60_000);
  await service.terminate();
  return { organizationId: client.organizationId, startMs };
}

/** Starts workers with shifted clocks that all reach a multiple of five minutes about `firstLeadMs` later. */
async function startSweepers(shiftsMs: readonly number[], firstLeadMs: number): Promise<ServiceProcess[]> {
  for (let leadMs = firstLeadMs; ; leadMs *= 2) {
    const startedAt = Date.now();
    const toFiveMinutes = SWEEP_EVERY_MS - (startedAt % SWEEP_EVERY_MS) - leadMs;
    const workers = shiftsMs.map((shiftMs) =>
      ServiceProcess.launch({
        role: 'worker',
        databaseUrl: database.url,
        env: { ...WORKER_ENV, CLOCK_SHIFT_MS: String(shiftMs + toFiveMinutes) },
        nodeArgs: ['--require', join(__dirname, '../support/clock-shift.cjs')],
      }),
    );
    await Promise.all(workers.map((it) => it.ready()));
    if (Date.now() - startedAt < leadMs - 500) return workers;
    // Too slow: the time of the sweep may have passed before all workers were ready. Try again with more
    // time.
    await Promise.all(workers.map((it) => it.terminate()));
  }
}

it(
  'three workers, two of which sweep simultaneously with clocks an hour off, send each due retry once and none early',
  async () => {
    const { organizationId, startMs } = await aFailedFirstRound();
    const first = await readQueue(organizationId);
    expect(first).toHaveLength(ENDPOINTS * CUSTOMERS);
    expect(first.filter((it) => it.delayMs !== 120_000)).toEqual([]);

    // Only these are due by the database's clock. By one sweeper's clock all are due, by the other's none.
    const due = first.filter((_, index) => index % 4 !== 0).map((it) => it.id);
    await database.query(
      `UPDATE webhook_queue SET next_attempt_at = now() - interval '1 second' WHERE delivery_id = ANY($1)`,
      [due],
    );
    receiver.reset();
    // Slow enough that no worker does all the work alone.
    receiver.answer = ({ path }) => ({ status: path.startsWith('/good/') ? 200 : 500, delayMs: 50 });
    await ServiceProcess.start({ role: 'worker', databaseUrl: database.url, env: WORKER_ENV });
    await startSweepers([HOUR_MS, -HOUR_MS], 2000 + 3 * startMs);
    await receiver.until(() => receiver.arrivals.length >= due.length);
    const second = await eventually(async () => {
      const rows = await readQueue(organizationId);
      return rows.every((it) => it.stage === 'waiting') ? rows : null;
    });

    const { arrivals, mostPerEndpoint, mostPerDelivery } = receiver;
    reportFigures('three workers', { due: due.length, arrivals: arrivals.length, mostPerEndpoint });
    expect(arrivals.map((it) => it.deliveryId).sort()).toEqual([...due].sort());
    expect(arrivals.filter((it) => it.attempt !== 2)).toEqual([]);
    expect(mostPerDelivery).toBe(1);
    expect(mostPerEndpoint).toBeLessThanOrEqual(CAP);
    // Deliveries that were not due are unchanged.
    const isDue = new Set(due);
    const schedule = (rows: QueueRow[]): string[] =>
      rows.filter((it) => !isDue.has(it.id)).map((it) => `${it.id} ${it.attempts} ${it.nextAttemptAt}`);
    expect(schedule(second)).toEqual(schedule(first));
    // Every worker schedules the next retry by the database's clock.
    const failedAgain = second.filter((it) => isDue.has(it.id));
    expect(failedAgain.filter((it) => it.delayMs !== 240_000 || it.ageMs > 60_000 || it.ageMs < 0)).toEqual(
      [],
    );
    expect(failedAgain.every((it) => it.retries === 1 && it.attempts === 2)).toBe(true);
    expect(await attemptsByWrongClocks(organizationId)).toBeGreaterThan(0);
  },
  scaled(120_000, 300_000),
);

/** Returns the number of attempts by workers with a shifted clock: only their `attempted_at` is wrong. */
async function attemptsByWrongClocks(organizationId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_attempts
      WHERE organization_id = $1 AND abs(extract(epoch FROM now() - attempted_at)) > 1800`,
    [organizationId],
  );
  return row?.count ?? 0;
}
