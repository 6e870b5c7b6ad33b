import { setTimeout as sleep } from 'node:timers/promises';
import { PlanMigrationRun } from '../../../src/modules/subscriptions/plan-migrations/plan-migration-run';
import { SubscriptionClock } from '../../../src/modules/subscriptions/subscription-clock';
import { Outbox } from '../../../src/platform/outbox/outbox';
import { TestClock } from '../../../src/platform/test-clock/test-clock';
import { BillingStory, instant } from '../../support/billing-story';
import { scaled } from '../../support/long-form';
import { startTestApp, type TestApp } from '../../support/test-app';
import { bodyOf } from '../../support/wire';

const RUNNERS = 3;
const ROUNDS = scaled(11, 20);
/** Number of subscriptions of the plan migration. */
const MIGRATED = 20;
const BEGIN = instant('2030-01-15');

/** Maximum delay before a failed action is retried. */
const LONGEST_DELAY_MS = 24 * 60 * 60 * 1000;

/** Returns the end of a round. Each round lasts one month; round 0 ends in February 2030. */
const endOfRound = (round: number): Date => new Date(Date.UTC(2030, round + 1, 2));

/** Three instances run the billing clock on one database while connections are cut and steps fail at random. */
describe('the billing clock on three instances', () => {
  let apps: TestApp[];
  let story: BillingStory;
  /** Probability that appending an event fails. */
  let failing = 0;

  beforeAll(async () => {
    const settings = { TEST_CLOCK: 'on', DATABASE_POOL_SIZE: '8' };
    const first = await startTestApp(settings);
    const others = Array.from({ length: RUNNERS - 1 }, () => startTestApp(settings, first.database));
    apps = [first, ...(await Promise.all(others))];
    for (const { app } of apps) {
      app.get(Outbox, { strict: false }).subscribe(() => {
        if (Math.random() < failing) return Promise.reject(new Error('Aborted by the test'));
        return Promise.resolve();
      });
    }
    setClocks(new Date(BEGIN));
    story = await BillingStory.begin(first);
    await subscribeAll();
  }, 60_000);
  afterAll(async () => {
    for (const app of [...apps].reverse()) await app.stop();
  });

  const setClocks = (to: Date): void => {
    for (const { app } of apps) app.get(TestClock, { strict: false }).moveTo(to);
  };

  /**
   * Creates subscriptions in arrears, in advance, weekly, with a trial, with anniversary billing and with an
   * end.
   */
  async function subscribeAll(): Promise<void> {
    const [arrears, advance, weekly, trial] = [
      await story.plan(),
      await story.plan({ pay_in_advance: true }),
      await story.plan({ interval: 'weekly', amount_cents: 700 }),
      await story.plan({ pay_in_advance: true, trial_period_days: 70 }),
    ];
    for (const plan of [arrears, weekly]) await story.subscribe(plan);
    for (const plan of [advance, trial]) await story.subscribe(plan, { billing_time: 'anniversary' });
    const ending = await story.subscribe(advance, { ending_at: instant('2030-11-10T12:00') });
    expect(ending.status).toBe('active');
  }

  /** Runs every instance until nothing is due, and returns how many runs failed. */
  async function runAll(): Promise<number> {
    let aborted = 0;
    const runUntilDone = async ({ app }: TestApp): Promise<void> => {
      const clock = app.get(SubscriptionClock, { strict: false });
      const now = app.get(TestClock, { strict: false }).now();
      for (let tries = 0; tries < 500; tries++) {
        try {
          await clock.runDue();
          const dueAt = [await clock.nextDueAt(), await clock.nextRetryAt()];
          if (dueAt.every((it) => it === null || it > now)) return;
        } catch {
          aborted++;
        }
      }
      throw new Error('Work is still due after 500 runs');
    };
    await Promise.all(apps.map(runUntilDone));
    return aborted;
  }

  /** Cuts busy connections of the services at random moments until aborted. */
  async function cutConnections(done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      await sleep(20 + Math.random() * 150);
      await apps[0]?.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND random() < 0.5`,
      );
    }
  }

  const query = <Row>(text: string): Promise<Row[]> =>
    story.app.database.query<Row>(text, [story.organization.id]);

  /** Returns the number of subscriptions that failed and are retried later. */
  async function countSetAside(): Promise<number> {
    const rows = await query<{ count: string }>(
      'SELECT count(*) FROM subscriptions WHERE organization_id = $1 AND billing_error IS NOT NULL',
    );
    return Number(rows[0]?.count);
  }

  it('every billing period has exactly one invoice after rounds of random failures', async () => {
    let [aborted, setAside] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      setClocks(endOfRound(round));
      failing = round % 2 === 0 ? 0.15 : 0;
      const end = new AbortController();
      const cutting = round % 2 === 0 ? Promise.resolve() : cutConnections(end.signal);
      aborted += await runAll();
      end.abort();
      await cutting;
      setAside += await countSetAside();
    }
    failing = 0;
    setClocks(new Date(endOfRound(ROUNDS - 1).getTime() + LONGEST_DELAY_MS));
    await runAll();
    expect(aborted + setAside).toBeGreaterThan(ROUNDS / 2);
    expect(await countSetAside()).toBe(0);
    await expectOneInvoiceEach();
    await expectPeriodsWithoutGaps();
    await expectEventsAsRows();
  }, 240_000);

  it('a plan migration moves every subscription exactly once while connections are cut', async () => {
    const plan = await story.plan();
    for (let made = 0; made < MIGRATED; made++) await story.subscribe(plan);
    await story.organization.put(`/v1/plans/${plan.id}`, { amount_cents: 9000 }).expect(200);
    const path = `/v1/plans/${plan.id}`;
    const migration = story.organization.post(`${path}/migrate`, { at: 'now' });
    const { id } = await bodyOf<{ id: string }>(migration, 202);
    const rows = (): Promise<{ done: number; failed: number; completed: boolean }[]> =>
      query(
        `SELECT done, failed, completed_at IS NOT NULL AS completed FROM plan_migrations
          WHERE organization_id = $1 AND id = '${id}'`,
      );
    const end = new AbortController();
    const cutting = cutConnections(end.signal);
    while ((await rows())[0]?.completed === false) {
      const runs = apps.map(({ app }) => app.get(PlanMigrationRun, { strict: false }).run(() => false));
      await Promise.allSettled(runs);
    }
    end.abort();
    await cutting;
    expect(await rows()).toEqual([{ done: MIGRATED, failed: 0, completed: true }]);
    const events = await query<{ count: string; distinct: string }>(
      `SELECT count(*), count(DISTINCT object_id) AS distinct FROM outbox_events
        WHERE organization_id = $1 AND kind = 'subscription.plan_changed'`,
    );
    expect(events).toEqual([{ count: String(MIGRATED), distinct: String(MIGRATED) }]);
  }, 60_000);

  async function expectOneInvoiceEach(): Promise<void> {
    const ended = await query<{ count: string }>(
      `SELECT count(*) FROM usage_periods WHERE organization_id = $1 AND ends_at <= '${endOfRound(ROUNDS - 1).toISOString()}'`,
    );
    const closing = await query<{ count: string; distinct: string }>(
      `SELECT count(*), count(DISTINCT period_id) AS distinct FROM invoices
        WHERE organization_id = $1 AND occasion = 'closing'`,
    );
    expect(closing).toEqual([{ count: ended[0]?.count, distinct: ended[0]?.count }]);
    const numbers = await query<{ count: string; distinct: string; last: string }>(
      `SELECT count(*), count(DISTINCT number) AS distinct, max(substring(number from '\\d+$')::int)::text AS last
         FROM invoices WHERE organization_id = $1`,
    );
    const count = numbers[0]?.count;
    expect(numbers).toEqual([{ count, distinct: count, last: count }]);
    expect(Number(count)).toBeGreaterThan(7 * ROUNDS);
  }

  async function expectPeriodsWithoutGaps(): Promise<void> {
    const gaps = await query(
      `SELECT * FROM (SELECT subscription_id, starts_at, state, ends_at,
                lag(ends_at) OVER (PARTITION BY subscription_id ORDER BY starts_at) AS before
           FROM usage_periods WHERE organization_id = $1) AS period
        WHERE before <> starts_at OR (state = 'open') <> (ends_at > '${endOfRound(ROUNDS - 1).toISOString()}')`,
    );
    expect(gaps).toEqual([]);
  }

  async function expectEventsAsRows(): Promise<void> {
    const counted = await query<{ kind: string; count: string; rows: string }>(
      `SELECT kind, count(*), CASE WHEN kind LIKE 'invoice.%' THEN (SELECT count(*) FROM invoices
                WHERE organization_id = $1 AND (kind <> 'invoice.paid' OR status = 'paid'))
              WHEN kind IN ('subscription.trial_ended', 'subscription.terminated') THEN 1 ELSE 5 END AS rows
         FROM outbox_events WHERE organization_id = $1 AND (kind LIKE 'invoice.%' OR kind LIKE 'subscription.%')
        GROUP BY kind ORDER BY kind`,
    );
    expect(counted.map((it) => it.kind)).toEqual([
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'subscription.created',
      'subscription.started',
      'subscription.terminated',
      'subscription.trial_ended',
    ]);
    for (const { kind, count, rows } of counted) expect([kind, count]).toEqual([kind, rows]);
  }
});
