import { randomUUID } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import {
  EventsModule,
  USAGE_CONSUMERS,
  UsageConsumers,
  type DirtyPeriod,
  type UsageConsumer,
} from '../../../src/modules/events';
import { extend } from '../../../src/platform/extensions';
import { eventually } from '../../support/eventually';
import { aMeteredSubscription, usageOf, type Metered } from '../../support/metered-subscription';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';

/** A consumer that a test can make fail or wait. */
@Injectable()
class RecordingConsumer implements UsageConsumer {
  readonly seen: DirtyPeriod[] = [];
  readonly ignored = new Set<string>();
  readonly failing = new Set<string>();
  isBroken = false;
  gate: Promise<void> = Promise.resolve();

  affectedPeriods(_: unknown, periods: readonly DirtyPeriod[]): Promise<string[]> {
    if (this.isBroken) throw new Error('broken');
    return Promise.resolve(periods.map((it) => it.periodId).filter((id) => !this.ignored.has(id)));
  }

  async refresh(_: unknown, period: DirtyPeriod): Promise<void> {
    await this.gate;
    if (this.failing.has(period.periodId)) throw new Error('not now');
    this.seen.push(period);
  }

  runsFor(metered: Metered): DirtyPeriod[] {
    return this.seen.filter((it) => it.periodId === metered.periodId);
  }
}

describe('usage consumers', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let consumer: RecordingConsumer;
  let consumers: UsageConsumers;

  beforeAll(async () => {
    app = await startTestApp({ EVENTS_RATE_LIMIT: '0', TEST_CLOCK: 'on' }, undefined, [RecordingModule]);
    organization = await app.anOrganization();
    consumers = app.app.get(UsageConsumers);
    consumer = app.app.get(RecordingConsumer);
  });
  afterAll(() => app.stop());

  it('usage consumers refresh a billing period soon after an event was counted in it', async () => {
    const metered = await aCleanSubscription();
    const before = consumer.runsFor(metered).length;
    await post(metered).expect(201);
    await eventually(() => (consumer.runsFor(metered).length > before ? true : null), 5000);
    await eventually(() => isClean(metered));
    expect(consumer.runsFor(metered).at(-1)).toEqual({
      organizationId: organization.id,
      periodId: metered.periodId,
      subscriptionId: metered.id,
    });
  });

  it('a billing period whose consumer fails is retried with backoff and stops no other', async () => {
    const [metered, other] = [await aCleanSubscription(), await aCleanSubscription()];
    const before = consumer.runsFor(metered).length;
    consumer.failing.add(metered.periodId);
    await post(metered).expect(201);
    const postponed = () =>
      app.database.query<{ error: string }>('SELECT error FROM job_failures WHERE row_id = $1', [
        metered.periodId,
      ]);
    const [failure] = await eventually(async () => {
      const rows = await postponed();
      return rows.length > 0 ? rows : null;
    });
    expect(failure?.error).toBe('The extension RecordingConsumer of "usage consumers" failed: not now');

    consumer.failing.clear();
    await Promise.all([post(metered).expect(201), post(other).expect(201)]);
    await eventually(() => (consumer.runsFor(other).length > 0 ? true : null), 5000);
    await eventually(() => isClean(other));
    expect([await isClean(metered), consumer.runsFor(metered).length]).toEqual([null, before]);

    const inTwoMinutes = new Date(Date.now() + 120_000).toISOString();
    await organization.put('/v1/test_clock', { now: inTwoMinutes }).expect(200);
    expect(consumer.runsFor(metered).length).toBeGreaterThan(before);
    expect(await isClean(metered)).toBe(true);
    expect(await postponed()).toEqual([]);
  });

  it('a consumer that fails to say which billing periods affect it refreshes all of them', async () => {
    const metered = await aCleanSubscription();
    const before = consumer.runsFor(metered).length;
    consumer.isBroken = true;
    await post(metered).expect(201);
    await eventually(() => (consumer.runsFor(metered).length > before ? true : null), 5000);
    consumer.isBroken = false;
    await eventually(() => isClean(metered));
  });

  it('a running consumer does not block ingestion and runs again for later events', async () => {
    const metered = await aCleanSubscription();
    let openGate = (): void => undefined;
    consumer.gate = new Promise((resolve) => (openGate = resolve));
    await post(metered).expect(201);
    const run = consumers.runNow(organization.id, metered.periodId);
    const during = consumer.runsFor(metered).length;
    for (let n = 0; n < 3; n++) await post(metered).expect(201);
    expect(consumer.runsFor(metered)).toHaveLength(during);
    openGate();
    await run;
    await eventually(() => isClean(metered));
    expect(consumer.runsFor(metered).length).toBeGreaterThan(during);
  });

  it('a billing period that affects no consumer is marked clean without a refresh', async () => {
    const metered = await aCleanSubscription();
    consumer.ignored.add(metered.periodId);
    const before = consumer.runsFor(metered).length;
    for (let n = 0; n < 3; n++) {
      await post(metered).expect(201);
      await eventually(() => isClean(metered));
    }
    expect(consumer.runsFor(metered)).toHaveLength(before);
    consumer.ignored.delete(metered.periodId);
    await post(metered).expect(201);
    await eventually(() => (consumer.runsFor(metered).length > before ? true : null), 5000);
  });

  it('runNow refreshes a dirty billing period before it returns', async () => {
    const metered = await aMeteredSubscription(app, organization);
    await post(metered).expect(201);
    await consumers.runNow(organization.id, metered.periodId);
    expect(consumer.runsFor(metered).length).toBeGreaterThan(0);
    const usage = await usageOf(app, organization.id, metered.periodId);
    expect(usage.charges[0]?.units).toBe('1');
  });

  function post(metered: Metered) {
    return organization.post('/v1/events', {
      transaction_id: randomUUID(),
      code: 'calls',
      external_subscription_id: metered.externalId,
      properties: { value: '1' },
    });
  }

  async function isClean(metered: Metered): Promise<true | null> {
    const [row] = await app.database.query<{ followed: boolean }>(
      'SELECT followed FROM usage_periods WHERE organization_id = $1 AND id = $2',
      [organization.id, metered.periodId],
    );
    return row?.followed === true ? true : null;
  }

  async function aCleanSubscription(): Promise<Metered> {
    const metered = await aMeteredSubscription(app, organization);
    await eventually(() => isClean(metered));
    return metered;
  }
});

@Module({
  imports: [EventsModule],
  providers: [RecordingConsumer, extend(USAGE_CONSUMERS, RecordingConsumer)],
})
class RecordingModule {}
