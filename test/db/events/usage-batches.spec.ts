import { UsageMeter, UsageReader, type UsagePeriod } from '../../../src/modules/events';
import type { Transaction } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import {
  aMeteredSubscription,
  day,
  inTransaction,
  usageOf,
  type Metered,
} from '../../support/metered-subscription';
import { MIXED_CHARGES, mixture, sendEvents } from '../../support/mixed-usage';
import type { TestOrganization } from '../../support/test-app';
import { useProvider, useTestApp } from '../../support/use-test-app';

describe('usage of a batch of billing periods', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const meter = useProvider(app, UsageMeter);
  let organization: TestOrganization;

  beforeAll(async () => {
    organization = await app.anOrganization();
  });

  it('takes the same number of statements for five billing periods as for one', async () => {
    const all: Metered[] = [];
    for (let n = 0; n < 6; n++) all.push(await aSubscription());
    for (const metered of all) {
      await sendEvents(organization, metered, [
        ...mixture(3, metered.period.from, 119, 20),
        ...mixture(4, day(-5), 96, 20),
      ]);
    }
    const batches = [all.slice(0, 1), all.slice(1)];
    const counts: number[][] = [];
    for (const batch of batches) {
      const opened = batch.map((it) => next(it, day(-5), day(5)));
      const ids = opened.map((it) => it.id);
      const ends = ids.map((periodId) => ({ periodId, at: day(-3), last: false }));
      counts.push([
        await statementsOf((tx) => meter.openPeriods(tx, organization.id, opened)),
        await statementsOf((tx) => app.app.get(UsageReader).usageOf(tx, organization.id, ids)),
        await statementsOf((tx) => meter.endPeriods(tx, organization.id, ends)),
        await statementsOf((tx) => meter.closePeriods(tx, organization.id, ids)),
      ]);
    }
    expect(counts[1]).toEqual(counts[0]);
  });

  it('opening several billing periods counts the same usage as recounting each of them', async () => {
    const [one, other] = [await aSubscription(), await aSubscription()];
    for (const [seed, metered] of [one, other].entries()) {
      await sendEvents(organization, metered, [
        ...mixture(seed + 1, day(-10), 119, 30),
        ...mixture(seed + 7, day(-5), 96, 30),
      ]);
    }
    const opened = [next(one, day(-5), day(5)), next(other, day(-5), day(5))];
    await inTransaction(app, (tx) => meter.openPeriods(tx, organization.id, opened));
    for (const { id } of opened) {
      const before = await usageOf(app, organization.id, id);
      await rebuild(id);
      expect(await usageOf(app, organization.id, id)).toEqual(before);
    }
    const usage = await inTransaction(app, (tx) =>
      app.app.get(UsageReader).usageOf(
        tx,
        organization.id,
        opened.map((it) => it.id),
      ),
    );
    for (const { id, subscriptionId } of opened)
      expect(usage.of(id).period).toMatchObject({ id, subscriptionId });
    expect(() => usage.of(newId())).toThrow('usage period');
  });

  it('opening two billing periods of one subscription, or overlapping ones, is refused', async () => {
    const metered = await aSubscription();
    const open = (...periods: UsagePeriod[]) =>
      inTransaction(app, (tx) => meter.openPeriods(tx, organization.id, periods));
    const [second, third] = [next(metered, day(-5), day(0)), next(metered, day(0), day(5))];
    await expect(open(second, third)).rejects.toThrow('Two usage periods of one subscription');
    await expect(
      open(next(await aSubscription(), day(-5), day(0)), next(metered, day(-6), day(0))),
    ).rejects.toThrow('overlaps');
  });

  function aSubscription(): Promise<Metered> {
    return aMeteredSubscription(app, organization, {
      charges: MIXED_CHARGES,
      period: { from: day(-10), to: day(-5) },
    });
  }

  function rebuild(periodId: string): Promise<void> {
    return inTransaction(app, (tx) => meter.rebuild(tx, organization.id, periodId));
  }

  /** Counts the statements that `work` sends. */
  async function statementsOf(work: (tx: Transaction) => Promise<unknown>): Promise<number> {
    let statements = 0;
    await inTransaction(app, async (tx) => {
      const query = jest.spyOn(tx, 'query');
      await work(tx);
      statements = query.mock.calls.length;
      query.mockRestore();
    });
    return statements;
  }

  function next({ id, planVersionId }: Metered, from: Date, to: Date): UsagePeriod {
    return { id: newId(), subscriptionId: id, planVersionId, from, to, whole: { from, to }, timezone: 'UTC' };
  }
});
