import { UsageMeter } from '../../../src/modules/events';
import { newId } from '../../../src/platform/domain/id';
import {
  aMeteredSubscription,
  day,
  inTransaction,
  usageOf,
  type Metered,
  type TestCharge,
} from '../../support/metered-subscription';
import { hoursAfter, sendEvents, type SentEvent } from '../../support/mixed-usage';
import type { TestOrganization } from '../../support/test-app';
import { useProvider, useTestApp } from '../../support/use-test-app';

const CHARGES: TestCharge[] = [
  { metric: { code: 'seats', aggregation_type: 'sum', recurring: true }, prorated: true },
  { metric: { code: 'users', aggregation_type: 'unique_count', recurring: true }, prorated: true },
];

describe('usage of prorated charges', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const meter = useProvider(app, UsageMeter);
  let organization: TestOrganization;
  let metered: Metered;

  /** Ten days. */
  beforeEach(async () => {
    organization = await app.anOrganization();
    const period = { from: day(-12), to: day(-2) };
    metered = await aMeteredSubscription(app, organization, { charges: CHARGES, period });
  });

  const at = (days: number): Date => hoursAfter(metered.period.from, days * 24 + 12);

  it('units count by their days, in whatever order events arrive, and recounting gives the same', async () => {
    await send([
      { code: 'users', at: at(7), value: 'ann', remove: true },
      { code: 'users', at: at(2), value: 'ann' },
      { code: 'users', at: at(9), value: 'ann' },
      { code: 'users', at: at(0), value: 'bob' },
      { code: 'seats', at: at(5), value: '-1' },
      { code: 'seats', at: at(0), value: '3' },
    ]);
    // Ann for 5 days and 1, Bob for 10; 3 seats for 5 days, 2 for 5.
    const expected = { seats: '2.5', users: '1.6' };
    expect(await unitsOf(metered.periodId)).toEqual(expected);
    await inTransaction(app, (tx) => meter.rebuild(tx, organization.id, metered.periodId));
    expect(await unitsOf(metered.periodId)).toEqual(expected);
  });

  it('the next period starts with the levels, also those of events that arrive after its start', async () => {
    await send([
      { code: 'users', at: at(1), value: 'ann' },
      { code: 'seats', at: at(1), value: '3' },
    ]);
    const next = { id: newId(), from: day(-2), to: day(8) };
    await inTransaction(app, (tx) => meter.openPeriods(tx, organization.id, [periodOf(next)]));
    expect(await unitsOf(next.id)).toEqual({ seats: '3', users: '1' });
    await send([
      { code: 'users', at: hoursAfter(next.from, 30), value: 'bob' },
      { code: 'users', at: at(3), value: 'ann', remove: true },
      { code: 'users', at: at(4), value: 'bob' },
      { code: 'seats', at: at(4), value: '1' },
    ]);
    expect(await unitsOf(next.id)).toEqual({ seats: '4', users: '1' });
    expect(await unitsOf(metered.periodId)).toEqual({ seats: '3.3', users: '0.8' });
  });

  it('a period that ends with its plan leaves its last day to the next plan', async () => {
    await send([{ code: 'seats', at: at(0), value: '2' }]);
    const end = { periodId: metered.periodId, at: at(5), last: false };
    await inTransaction(app, (tx) => meter.endPeriods(tx, organization.id, [end]));
    expect(await unitsOf(end.periodId)).toMatchObject({ seats: '1' });
  });

  function periodOf({ id, from, to }: { id: string; from: Date; to: Date }) {
    const { id: subscriptionId, planVersionId } = metered;
    return { id, subscriptionId, planVersionId, from, to, whole: { from, to }, timezone: 'UTC' };
  }

  async function unitsOf(periodId: string): Promise<Record<string, string>> {
    const { charges } = await usageOf(app, organization.id, periodId);
    return Object.fromEntries(charges.map(({ charge, units }) => [charge.metric.code, units]));
  }

  function send(events: readonly SentEvent[]): Promise<void> {
    return sendEvents(organization, metered, events);
  }
});
