import { UsageListeners, UsageMeter, UsageRechecks, type UsageChange } from '../../../src/modules/usage';
import { UsageRechecksRepository } from '../../../src/modules/usage/usage-rechecks.repository';
import { newId } from '../../../src/platform/domain/id';
import { aUsageEvent } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { aMeteredSubscription, day, inTransaction, type Metered } from '../../support/metered-subscription';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';

/** A listener that fails or waits on demand. */
class RecordingListener {
  readonly seen: UsageChange[] = [];
  /** IDs of the periods that this listener ignores. */
  readonly unconcerned = new Set<string>();
  failures = 0;
  gate: Promise<void> = Promise.resolve();

  readonly concernedBy = (_: unknown, changes: readonly UsageChange[]): Promise<string[]> =>
    Promise.resolve(changes.map((it) => it.periodId).filter((id) => !this.unconcerned.has(id)));

  readonly onUsage = async (_: unknown, change: UsageChange): Promise<void> => {
    await this.gate;
    if (this.failures > 0) {
      this.failures--;
      throw new Error('not now');
    }
    this.seen.push(change);
  };

  of(metered: Metered): UsageChange[] {
    return this.seen.filter((it) => it.periodId === metered.periodId);
  }
}

describe('usage listeners', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const organization = useSharedOrganization(app);
  let listener: RecordingListener;
  let listeners: UsageListeners;

  beforeAll(() => {
    listeners = app.app.get(UsageListeners);
    listener = new RecordingListener();
    listeners.register(listener);
  });

  const use = (metered: Metered) => aUsageEvent(organization, { external_id: metered.externalId });
  const followed = async (metered: Metered): Promise<true | null> => {
    const [row] = await app.database.query<{ followed: boolean }>(
      'SELECT followed FROM usage_periods WHERE organization_id = $1 AND id = $2',
      [organization.id, metered.periodId],
    );
    return row?.followed === true ? true : null;
  };

  it('run soon after ingestion, with the billing period of the event', async () => {
    const metered = await aMeteredSubscription(app, organization);
    await eventually(() => followed(metered));
    const before = listener.of(metered).length;
    await use(metered);
    await eventually(() => (listener.of(metered).length > before ? true : null), 5000);
    await eventually(() => followed(metered));
    expect(listener.of(metered).at(-1)).toEqual({
      organizationId: organization.id,
      periodId: metered.periodId,
      subscriptionId: metered.id,
    });
  });

  it('are retried until they succeed', async () => {
    const metered = await aMeteredSubscription(app, organization);
    await eventually(() => followed(metered));
    listener.failures = 1;
    const before = listener.of(metered).length;
    await use(metered);
    await eventually(() => (listener.failures === 0 ? true : null), 5000);
    expect(await followed(metered)).toBeNull();
    await use(metered); // triggers the retry; otherwise the sweep would, some seconds later
    await eventually(() => (listener.of(metered).length > before ? true : null), 15_000);
    await eventually(() => followed(metered));
  });

  it('do not block ingestion, and run again for usage that arrives while they run', async () => {
    const metered = await aMeteredSubscription(app, organization);
    await eventually(() => followed(metered));
    const open: { gate: () => void } = { gate: () => undefined };
    listener.gate = new Promise((resolve) => (open.gate = resolve));
    await use(metered);
    const processing = listeners.processNow(organization.id, metered.periodId);
    const during = listener.of(metered).length;
    for (let n = 0; n < 3; n++) await use(metered);
    expect(listener.of(metered)).toHaveLength(during);
    open.gate();
    await processing;
    await eventually(() => followed(metered));
    expect(listener.of(metered).length).toBeGreaterThan(during);
  });

  it('skip a billing period that concerns none of them', async () => {
    const metered = await aMeteredSubscription(app, organization);
    await eventually(() => followed(metered));
    listener.unconcerned.add(metered.periodId);
    const before = listener.of(metered).length;
    for (let n = 0; n < 3; n++) {
      await use(metered);
      await eventually(() => followed(metered));
    }
    expect(listener.of(metered)).toHaveLength(before);
    listener.unconcerned.delete(metered.periodId);
    await use(metered);
    await eventually(() => (listener.of(metered).length > before ? true : null), 5000);
  });

  it('process the open periods of a plan again, in batches', async () => {
    const metered = await aMeteredSubscription(app, organization);
    const { id: subscriptionId, planVersionId } = metered;
    const periods = [metered.periodId, newId(), newId()];
    await inTransaction(app, async (tx) => {
      for (const [index, id] of periods.slice(1).entries()) {
        const period = { from: day(10 + index), to: day(11 + index) };
        const opened = {
          id,
          subscriptionId,
          planVersionId,
          ...period,
          whole: period,
          timezone: 'UTC',
          firstDay: null,
          daysLeft: null,
        };
        await app.app.get(UsageMeter).openPeriod(tx, organization.id, opened);
      }
    });
    const repository = app.app.get(UsageRechecksRepository);
    const seen = () => new Set(listener.seen.map((it) => it.periodId).filter((id) => periods.includes(id)));
    expect(seen().size).toBe(0);
    await inTransaction(app, async (tx) => {
      await app.app.get(UsageRechecks).ofPlan(tx, organization.id, metered.planId);
      // The service does not see the uncommitted recheck.
      expect(await repository.markNext(tx, 2)).toBe(2);
      expect(await repository.isAny(tx)).toBe(true);
      expect(await repository.markNext(tx, 2)).toBe(1);
      expect(await repository.markNext(tx, 2)).toBeNull();
    });
    await eventually(() => (seen().size === periods.length ? true : null), 5000);
  });

  it('run on demand before a read that must include new usage', async () => {
    const metered = await aMeteredSubscription(app, organization);
    await use(metered);
    await listeners.processNow(organization.id, metered.periodId);
    expect(listener.of(metered).length).toBeGreaterThan(0);
    const usage = await inTransaction(app, (tx) =>
      app.app.get(UsageMeter).usageOf(tx, organization.id, metered.periodId),
    );
    expect(usage.charges[0]?.units).toBe('1');
  });
});
