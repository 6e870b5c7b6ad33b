import { randomUUID } from 'node:crypto';
import { UsageMeter, type NewPeriod, type PeriodUsage, type UsagePeriod } from '../../../src/modules/usage';
import { newId } from '../../../src/platform/domain/id';
import { aMeteredSubscription, day, inTransaction, type Metered } from '../../support/metered-subscription';
import { statementsOf } from '../../support/statements';
import { CHARGES, PERCENTAGE, hoursAfter, mixture, type SentUsage } from '../../support/usage-mixture';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, type EventBatchBody } from '../../support/wire';

describe('usage of subscriptions', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const organization = useSharedOrganization(app);
  let meter: UsageMeter;

  beforeAll(() => {
    meter = app.app.get(UsageMeter);
  });

  const usageOf = (periodId: string): Promise<PeriodUsage> =>
    inTransaction(app, (tx) => meter.usageOf(tx, organization.id, periodId));
  const unitsOf = async (periodId: string): Promise<Record<string, string>> => {
    const { charges } = await usageOf(periodId);
    return Object.fromEntries(charges.map(({ charge, units }) => [charge.metric.code, units]));
  };
  const shown = async (periodId: string): Promise<{ eventsCount: number; amount: string }[]> =>
    (await usageOf(periodId)).charges.map(({ units, eventsCount, amount, amountCents }) => ({
      ...{ units, eventsCount, amount },
      cents: amountCents.toString(),
    }));
  const rebuild = (periodId: string): Promise<void> =>
    inTransaction(app, (tx) => meter.rebuild(tx, organization.id, periodId));
  const subscriptionIn = (period = { from: day(-10), to: day(-5) }): Promise<Metered> =>
    aMeteredSubscription(app, organization, { charges: CHARGES, period });
  const periodOf = (metered: Metered, from: Date, to: Date, whole = { from, to }): UsagePeriod => {
    const { id: subscriptionId, planVersionId } = metered;
    const days = { whole, timezone: 'UTC', firstDay: null, daysLeft: null };
    return { id: newId(), subscriptionId, planVersionId, from, to, ...days };
  };
  const openNext = async (...next: Parameters<typeof periodOf>): Promise<string> => {
    const period = periodOf(...next);
    await inTransaction(app, (tx) => meter.openPeriod(tx, organization.id, period));
    return period.id;
  };
  const send = async (metered: Metered, events: readonly SentUsage[]): Promise<void> => {
    const body = events.map(({ code, at, value, remove }) => ({
      transaction_id: randomUUID(),
      code,
      timestamp: at.toISOString(),
      external_subscription_id: metered.externalId,
      properties: {
        ...(value === undefined ? {} : { value }),
        ...(remove === true ? { operation_type: 'remove' } : {}),
      },
    }));
    const answer = await bodyOf<EventBatchBody>(organization.post('/v1/events/batch', { events: body }), 201);
    expect(answer.ingested).toBe(events.length);
  };
  it('each metric counts usage by its aggregation type', async () => {
    const metered = await subscriptionIn();
    const { from, to } = metered.period;
    const at = (hours: number): Date => hoursAfter(from, hours);
    await send(metered, [
      { code: 'm_count', at: at(1) },
      { code: 'm_count', at: at(2) },
      { code: 'm_sum', at: at(1), value: '1.25' },
      { code: 'm_sum', at: at(2), value: '-0.5' },
      { code: 'm_max', at: at(1), value: '7' },
      { code: 'm_max', at: at(2), value: '3' },
      { code: 'm_latest', at: at(9), value: '4.5' },
      { code: 'm_latest', at: at(2), value: '100' },
      { code: 'm_users', at: at(1), value: 'a' },
      { code: 'm_users', at: at(2), value: 'a' },
      { code: 'm_users', at: at(3), value: 'b' },
      { code: 'm_seats', at: at(5), value: 'x', remove: true },
      { code: 'm_seats', at: at(1), value: 'x' },
      { code: 'm_seats', at: at(2), value: 'y' },
      { code: 'm_weighted', at: from, value: '10' },
      { code: 'm_weighted', at: new Date((from.getTime() + to.getTime()) / 2), value: '-5' },
      { code: 'm_days', at: at(80), value: '-1' },
      { code: 'm_days', at: at(30), value: '3' },
      { code: 'm_staff', at: at(60), value: 'ann', remove: true },
      { code: 'm_staff', at: at(30), value: 'ann' },
      { code: 'm_staff', at: at(110), value: 'ann' },
      { code: 'm_staff', at: at(1), value: 'bob' },
    ]);
    expect(await unitsOf(metered.periodId)).toEqual({
      m_count: '2',
      m_sum: '0.75',
      m_sum_level: '0',
      m_max: '7',
      m_latest: '4.5',
      m_users: '2',
      m_seats: '1',
      m_paid: '0',
      m_weighted: '7.5',
      // 3 for two days and 2 for two days; Ann for one day and one day, Bob for five
      m_days: '2',
      m_staff: '1.4',
    });
  });

  it.each([1, 2, 3])('rebuilding a billing period yields the same usage (seed %i)', async (seed) => {
    const metered = await subscriptionIn();
    const { from } = metered.period;
    for (const events of [
      mixture(seed, from, 119, 60),
      mixture(seed + 10, from, 119, 1),
      mixture(seed + 20, from, 119, 90),
    ]) {
      await send(metered, events);
    }
    const before = await shown(metered.periodId);
    expect(before.some((it) => it.eventsCount > 0)).toBe(true);
    await rebuild(metered.periodId);
    expect(await shown(metered.periodId)).toEqual(before);

    // The first period is still open: its late events also change the usage that the next period carries over.
    const nextId = await openNext(metered, day(-5), day(5));
    await send(metered, [...mixture(seed + 30, day(-5), 96, 40), ...mixture(seed + 40, from, 119, 40)]);
    const both = [await shown(metered.periodId), await shown(nextId)];
    await rebuild(metered.periodId);
    await rebuild(nextId);
    expect([await shown(metered.periodId), await shown(nextId)]).toEqual(both);
  });

  it('the free allowance of a percentage charge goes to the first events by timestamp, then by arrival', async () => {
    const charges = [
      {
        metric: { code: 'm_sum', aggregation_type: 'sum' },
        charge_model: 'percentage',
        properties: PERCENTAGE,
      },
    ];
    const metered = await aMeteredSubscription(app, organization, { charges });
    const at = (hours: number): Date => hoursAfter(metered.period.from, hours);
    const amount = async (): Promise<string | undefined> => (await shown(metered.periodId))[0]?.amount;
    for (const [hours, value] of [
      [5, '30'],
      [4, '20'],
      [4, '10'],
      [6, '35'],
    ] as const) {
      await send(metered, [{ code: 'm_sum', at: at(hours), value }]);
    }
    expect(await amount()).toBe('4'); // 35, at most 4
    await send(metered, [{ code: 'm_sum', at: at(1), value: '100' }]);
    expect(await amount()).toBe('7.5'); // 30 as well
    await send(metered, [
      { code: 'm_sum', at: at(4), value: '-3' },
      { code: 'm_sum', at: at(2), value: '200' },
    ]);
    expect(await amount()).toBe('9.2'); // -3 and 10 as well; 20 is the third event
    const before = await shown(metered.periodId);
    await rebuild(metered.periodId);
    expect(await shown(metered.periodId)).toEqual(before);
  });

  it('late events of a closed billing period change the level that a recurring metric carries over', async () => {
    const metered = await subscriptionIn();
    const { from } = metered.period;
    const first = [
      { code: 'm_sum_level', at: hoursAfter(from, 1), value: '5' },
      { code: 'm_sum', at: hoursAfter(from, 1), value: '5' },
      { code: 'm_seats', at: hoursAfter(from, 1), value: 'x' },
      { code: 'm_seats', at: hoursAfter(from, 2), value: 'y' },
      { code: 'm_weighted', at: from, value: '10' },
      { code: 'm_days', at: hoursAfter(from, 1), value: '4' },
      { code: 'm_staff', at: hoursAfter(from, 1), value: 'x' },
    ];
    await send(metered, first);
    const nextId = await openNext(metered, day(-5), day(5));
    const carried = {
      m_sum_level: '5',
      m_sum: '0',
      m_seats: '2',
      m_weighted: '10',
      m_days: '4',
      m_staff: '1',
      m_users: '0',
      m_count: '0',
    };
    expect(await unitsOf(nextId)).toMatchObject(carried);
    await inTransaction(app, (tx) => meter.closePeriod(tx, organization.id, metered.periodId));
    const billed = await shown(metered.periodId);
    await send(metered, [
      { code: 'm_sum_level', at: hoursAfter(from, 3), value: '2' },
      { code: 'm_seats', at: hoursAfter(from, 3), value: 'x', remove: true },
      { code: 'm_seats', at: hoursAfter(from, 4), value: 'z' },
      { code: 'm_sum', at: hoursAfter(from, 3), value: '9' },
      { code: 'm_days', at: hoursAfter(from, 3), value: '1' },
      { code: 'm_staff', at: hoursAfter(from, 3), value: 'y' },
    ]);
    expect(await shown(metered.periodId)).toEqual(billed);
    const moved = { ...carried, m_sum_level: '7', m_seats: '2', m_days: '5', m_staff: '2' };
    expect(await unitsOf(nextId)).toMatchObject(moved);
    await send(metered, [
      { code: 'm_seats', at: day(-4), value: 'y', remove: true },
      { code: 'm_staff', at: day(-4), value: 'y', remove: true },
      { code: 'm_days', at: day(0), value: '-2' },
      // Y had been added already, in the period before.
      { code: 'm_staff', at: hoursAfter(day(-5), 1), value: 'y' },
    ]);
    // y for one of ten days; 5 for five days and 3 for five
    const changed = { ...moved, m_seats: '1', m_staff: '1.1', m_days: '4' };
    expect(await unitsOf(nextId)).toMatchObject(changed);
    await rebuild(nextId);
    expect(await unitsOf(nextId)).toMatchObject(changed);
    const third = await openNext(metered, day(5), day(15));
    expect(await unitsOf(third)).toMatchObject({ ...changed, m_staff: '1', m_days: '3' });
  });

  it('opening a billing period counts events that arrived before it was opened', async () => {
    const metered = await subscriptionIn();
    const sent = mixture(7, day(-5), 100, 30);
    await send(metered, sent);
    expect((await usageOf(metered.periodId)).charges.every((it) => it.eventsCount === 0)).toBe(true);
    const nextId = await openNext(metered, day(-5), day(5));
    const usage = await usageOf(nextId);
    const counts = new Map(usage.charges.map((it) => [it.charge.metric.code, it.eventsCount]));
    expect([...counts.values()].reduce((sum, it) => sum + it, 0)).toBe(sent.length);
  });

  it('ending a billing period early leaves later events to the next period', async () => {
    const metered = await subscriptionIn({ from: day(-10), to: day(10) });
    await send(metered, mixture(5, day(-10), 96, 40));
    const before = await shown(metered.periodId);
    await send(metered, mixture(6, day(-5), 96, 40));
    await inTransaction(app, (tx) =>
      meter.endPeriod(tx, organization.id, metered.periodId, { at: day(-5), last: false }),
    );
    const { period } = await usageOf(metered.periodId);
    expect(period.to).toEqual(day(-5));
    const byTime = ['m_weighted', 'm_days', 'm_staff'];
    const isByTime = CHARGES.map(({ metric }) => byTime.includes(metric.code));
    const others = (list: object[]): object[] => list.filter((_, index) => isByTime[index] === false);
    expect(others(await shown(metered.periodId))).toEqual(others(before));
    const nextId = await openNext(metered, day(-5), day(10));
    const { charges } = await usageOf(nextId);
    const counts = new Map(charges.map(({ charge, eventsCount }) => [charge.metric.code, eventsCount]));
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(40);
    await expect(openNext(metered, day(9), day(20))).rejects.toThrow('overlaps');
    await expect(
      inTransaction(app, (tx) => meter.endPeriod(tx, organization.id, nextId, { at: day(-6), last: false })),
    ).rejects.toThrow('cannot end');
  });

  it('opening, reading and closing many billing periods takes as many statements as one', async () => {
    const all = await Promise.all([subscriptionIn(), subscriptionIn(), subscriptionIn()]);
    for (const [index, it] of all.entries()) {
      await send(it, [...mixture(index, day(-10), 96, 30), ...mixture(index + 9, day(-5), 96, 30)]);
    }
    const read = new Map<string, PeriodUsage>();
    const work = (periods: readonly NewPeriod[]) =>
      statementsOf(app, async (tx) => {
        await meter.openPeriods(tx, organization.id, periods);
        const ids = periods.map(({ period }) => period.id);
        for (const entry of await meter.usageOfAll(tx, organization.id, ids)) read.set(...entry);
        await meter.closePeriods(tx, organization.id, ids);
      });
    const next = all.map((it) => ({ period: periodOf(it, day(-5), day(5)) }));
    const ofMany = await work(next.slice(1));
    expect(ofMany).toHaveLength((await work(next.slice(0, 1))).length);
    await send(all[1], [{ code: 'm_count', at: day(-4) }]);
    for (const [id, { charges, amountCents }] of read) {
      expect(await usageOf(id)).toMatchObject({ charges, amountCents });
      expect(charges.some((it) => it.eventsCount > 0)).toBe(true);
    }
    await expect(work([...next, ...next])).rejects.toThrow('at a time');
  });

  it('closing a billing period waits for ingestion in progress, and events ingested afterwards are late', async () => {
    const metered = await subscriptionIn({ from: day(-10), to: day(10) });
    const event = () => ({
      transaction_id: randomUUID(),
      code: 'm_count',
      external_subscription_id: metered.externalId,
    });
    const posts = Array.from({ length: 40 }, async () => organization.post('/v1/events', event()));
    const closing = inTransaction(app, (tx) => meter.closePeriod(tx, organization.id, metered.periodId));
    const answers = await Promise.all(posts);
    await closing;
    const lates = answers.filter((it) => (it.body as { late: boolean }).late).length;
    expect(answers.every((it) => it.status === 201)).toBe(true);
    const [count] = (await usageOf(metered.periodId)).charges;
    expect(count?.eventsCount).toBe(40 - lates);
  });

  it('registering a second subscription with the same external ID is refused', async () => {
    const metered = await subscriptionIn();
    const { externalId, customerId } = metered;
    const dates = { startedAt: null, endedAt: null, endsAt: null };
    const again = { subscriptionId: newId(), externalId, customerId, ...dates };
    await expect(inTransaction(app, (tx) => meter.register(tx, organization.id, again))).rejects.toThrow(
      'metered_subscriptions_external_id',
    );
  });
});
