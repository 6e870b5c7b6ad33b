import type { Transaction } from '../../../src/platform/database/transactions';
import type { JobFailure } from '../../../src/platform/jobs/job-failures';
import { registry } from '../../../src/platform/observability/metrics';
import { Chores, claimCarelessly, finish, type Chore } from '../../support/chores';
import { gate } from '../../support/gate';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';

const MINUTE_MS = 60_000;
const NOW = new Date('2099-03-01T00:00:00.000Z');

describe('a due queue', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let other: TestOrganization;
  let chores: Chores;

  beforeAll(async () => {
    app = await startTestApp({ TEST_CLOCK: 'on' });
    chores = await Chores.on(app);
    [organization, other] = [await app.anOrganization(), await app.anOrganization()];
    await moveTo(NOW);
  });
  afterAll(() => app.stop());

  it('processes every row once, oldest first, confined to the organization of the row', async () => {
    const seen: string[] = [];
    const queue = chores.queue({
      async act(tx, rows) {
        const [{ role }] = await tx.query<[{ role: string }]>('SELECT current_user AS role');
        seen.push(...rows.map((it) => `${it.label} as ${role}`));
        await finish(tx, rows);
      },
    });
    await add(queue.name, ['first', 'second']);
    await expect(queue.run()).resolves.toBe(2);
    const [row] = await app.database.query<{ role: string }>(`SELECT database_role('organization') AS role`);
    expect(seen).toEqual([`first as ${row?.role}`, `second as ${row?.role}`]);
    await expect(queue.run()).resolves.toBe(0);
  });

  it('postpones a row that fails, undoes its work and processes the others', async () => {
    const queue = chores.queue();
    await add(queue.name, ['bad', 'good', 'better']);
    await expect(queue.run()).resolves.toBe(2);
    expect(await chores.done(queue.name)).toEqual(['good', 'better']);
    const [failure] = await chores.failuresOf(queue.name);
    expect(failure).toMatchObject({ failures: 1, error: 'bad is broken' });
    const delay = (failure?.retry_at.getTime() ?? 0) - NOW.getTime();
    expect(delay).toBeGreaterThanOrEqual(MINUTE_MS);
    expect(delay).toBeLessThanOrEqual(1.1 * MINUTE_MS);
    await expect(queue.run()).resolves.toBe(0); // postponed: not even claimed
    expect(await chores.failuresOf(queue.name)).toMatchObject([{ failures: 1 }]);
  });

  it('tells the module of a failure in the transaction that records it', async () => {
    const told: JobFailure[] = [];
    const queue = chores.queue({
      async onFailure(tx, row, failure) {
        told.push(failure);
        await tx.query(`UPDATE chores SET label = 'set aside' WHERE id = $1`, [row.id]);
      },
    });
    await add(queue.name, ['bad']);
    await queue.run();
    expect(told).toMatchObject([{ failures: 1, error: { message: 'bad is broken' } }]);
    const rows = await app.database.query('SELECT label FROM chores WHERE queue = $1', [queue.name]);
    expect(rows).toEqual([{ label: 'set aside' }]);
  });

  it('postpones a row even if onFailure throws', async () => {
    const queue = chores.queue({ onFailure: () => Promise.reject(new Error('the hook is broken')) });
    await add(queue.name, ['bad', 'good']);
    await expect(queue.run()).resolves.toBe(1);
    expect(await chores.failuresOf(queue.name)).toMatchObject([{ failures: 1, error: 'bad is broken' }]);
  });

  it('retries a failed batch row by row, in transactions of their own', async () => {
    const sizes: number[] = [];
    const queue = chores.queue({
      batchSize: 10,
      async act(tx, rows) {
        sizes.push(rows.length);
        await finish(tx, rows);
      },
    });
    await add(queue.name, ['one', 'two', 'bad', 'three']);
    await add(queue.name, ['theirs', 'theirs too'], other);
    await expect(queue.run()).resolves.toBe(5);
    expect(new Set(await chores.done(queue.name))).toEqual(
      new Set(['one', 'two', 'three', 'theirs', 'theirs too']),
    );
    expect(await chores.failuresOf(queue.name)).toMatchObject([{ failures: 1, error: 'bad is broken' }]);
    expect(sizes.filter((it) => it > 1).sort()).toEqual([2, 4]);
  });

  it('processes row by row what a claim returns of several organizations', async () => {
    const name = 'mixed-chores';
    const queue = chores.queue({
      name,
      batchSize: 2,
      claim: (tx, now, limit) => claimCarelessly(tx, name, now, limit),
    });
    await add(queue.name, ['ours']);
    await add(queue.name, ['theirs'], other);
    await expect(queue.run()).resolves.toBe(2); // one by one
    expect(await chores.failuresOf(queue.name)).toEqual([]);
  });

  it('reports duration, last success, rows, failures and the oldest due row of a job', async () => {
    const queue = chores.queue();
    await add(queue.name, ['good', 'bad']);
    const lines = async (): Promise<string[]> =>
      (await registry.metrics()).split('\n').filter((line) => line.includes(`job_name="${queue.name}"`));
    expect(await lines()).toContain(`job_oldest_due_seconds{job_name="${queue.name}"} 3600`);
    await queue.run();
    expect(await lines()).toEqual(
      expect.arrayContaining([
        `job_rows_total{job_name="${queue.name}"} 1`,
        `job_row_failures_total{job_name="${queue.name}"} 1`,
        `job_postponed_rows{job_name="${queue.name}"} 1`,
        `job_oldest_due_seconds{job_name="${queue.name}"} 0`,
        `job_duration_seconds_count{job_name="${queue.name}"} 1`,
        expect.stringMatching(`^job_last_success_timestamp_seconds.+ \\d+`),
      ]),
    );
  });

  it('shares its rows with other processes', async () => {
    const second = await startTestApp({ TEST_CLOCK: 'on' }, app.database);
    try {
      const name = 'shared-chores';
      const workers = [app, second].map((from) => {
        const labels: string[] = [];
        const act = async (tx: Transaction, rows: readonly Chore[]) => {
          labels.push(...rows.map((it) => it.label));
          await finish(tx, rows);
        };
        return { labels, queue: chores.queue({ name, act, concurrency: 2 }, from) };
      });
      const labels = Array.from({ length: 40 }, (_, index) => `chore ${String(index).padStart(2, '0')}`);
      await add(name, labels);
      const counts = await Promise.all(workers.map(({ queue }) => queue.run()));
      expect(counts.reduce((a, b) => a + b)).toBe(40);
      expect(workers.flatMap((it) => it.labels).sort()).toEqual(labels);
      expect(counts).not.toContain(0);
    } finally {
      await second.stop();
    }
  });

  it('counts one failure when several processes fail with a row at the same time', async () => {
    const both = gate();
    let arrived = 0;
    const name = 'contended-chores';
    const queue = chores.queue({
      name,
      concurrency: 2,
      claim: (tx, now, limit) => claimCarelessly(tx, name, now, limit), // without the lock: both transactions get the row
      async act() {
        arrived++;
        if (arrived === 2) both.open();
        await both.opened;
        throw new Error('broken twice');
      },
    });
    await add(queue.name, ['bad']);
    await queue.run();
    expect(await chores.failuresOf(queue.name)).toMatchObject([{ failures: 1 }]);
  });

  it('postpones nothing when the database is unavailable', async () => {
    let unavailable = true;
    const queue = chores.queue({
      async act(tx, rows) {
        if (unavailable) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        await finish(tx, rows);
      },
    });
    await add(queue.name, ['good']);
    await expect(queue.run()).rejects.toThrow('terminating connection');
    expect(await chores.failuresOf(queue.name)).toEqual([]);
    unavailable = false;
    await expect(queue.run()).resolves.toBe(1);
  });

  it('postpones a row whose statement exceeds its deadline', async () => {
    const queue = chores.queue({
      async act(tx, rows) {
        if (rows[0]?.label === 'slow')
          await tx.query("SET LOCAL statement_timeout = '20ms'; SELECT pg_sleep(5)");
        await finish(tx, rows);
      },
    });
    await add(queue.name, ['slow', 'good']);
    await expect(queue.run()).resolves.toBe(1);
    expect(await chores.failuresOf(queue.name)).toMatchObject([{ failures: 1 }]);
  });

  describe('with the test clock', () => {
    it('does not stop for retries: a failing row is retried at the stops of other work, and at the end', async () => {
      await moveTo(minutesLater(100));
      const broken = { is: true };
      const attempts: number[] = [];
      const flaky = chores.queue({
        async act(tx, rows, now) {
          attempts.push(minutesOf(now));
          if (broken.is) throw new Error('broken');
          await finish(tx, rows);
        },
      });
      const stops: number[] = [];
      const working = chores.queue({
        async act(tx, rows, now) {
          stops.push(minutesOf(now));
          await finish(tx, rows);
        },
      });
      await add(flaky.name, ['flaky'], other, minutesLater(101));
      await add(working.name, ['early'], organization, minutesLater(101.5));
      await add(working.name, ['late'], organization, minutesLater(105));
      const own = await moveTo(minutesLater(60_000));
      expect(JSON.stringify(own.body)).not.toContain(flaky.name); // the row belongs to the other organization
      expect(stops).toEqual([101.5, 105]);
      // At 101.5 the retry lies ahead, at 105 it is due; the next ones, up to one a day, wait for the end of the move.
      expect(attempts).toEqual([101, 105, 60_000]);
      expect(await chores.failuresOf(flaky.name)).toMatchObject([{ failures: 3 }]);
      const theirs = await other
        .put('/v1/test_clock', { now: minutesLater(60_000).toISOString() })
        .expect(200);
      expect(postponedOf(theirs)).toContainEqual(
        expect.objectContaining({ job: flaky.name, error: 'broken' }),
      );
      broken.is = false;
      await moveTo(minutesLater(60_010));
      expect(await chores.done(flaky.name)).toEqual(['flaky']);
      expect(await chores.failuresOf(flaky.name)).toEqual([]);
    });

    it('names a job that fails as a whole without its error, and goes on with the others', async () => {
      const at = minutesLater(60_200);
      const failing = chores.queue({
        claim: () => Promise.reject(new Error('secret of another organization')),
      });
      const working = chores.queue();
      await add(failing.name, ['unreachable'], other, at);
      await add(working.name, ['good'], organization, at);
      const moved = await moveTo(minutesLater(60_201));
      expect(postponedOf(moved)).toContainEqual({
        job: failing.name,
        object_id: null,
        error: null,
        retry_at: null,
      });
      expect(await chores.done(working.name)).toEqual(['good']);
    });
  });

  function moveTo(at: Date) {
    return organization.put('/v1/test_clock', { now: at.toISOString() }).expect(200);
  }

  function minutesOf(at: Date): number {
    return (at.getTime() - NOW.getTime()) / MINUTE_MS;
  }

  function minutesLater(minutes: number) {
    return new Date(NOW.getTime() + minutes * MINUTE_MS);
  }

  function add(queue: string, labels: string[], owner = organization, dueAt = minutesLater(-60)) {
    return chores.add(queue, labels, owner, dueAt);
  }
});

function postponedOf(response: { body: unknown }): object[] {
  return (response.body as { postponed: object[] }).postponed;
}
