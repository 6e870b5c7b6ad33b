import { inNextPeriod, onPlan, shownPeriod, started, usageWindow } from './running-subscription';
import type { PlanInForce, RunningSubscription } from './running-subscription';
import { billsAtEnd, openingBill, planFee, unusedFeeCents, type Stretch } from './subscription.bills';
import type { SubscriptionEntity } from './subscription.entity';

const newYork = 'America/New_York';
const at = (text: string): Date => new Date(text);

function aPlan(terms: Partial<PlanInForce['version']> = {}): PlanInForce {
  const id = `version of ${terms.planId ?? 'old'}`;
  const prices = { interval: 'monthly', amountCents: 3000n, currency: 'USD' } as const;
  const rest = { trialPeriodDays: 0, payInAdvance: false, charges: [], version: 1 };
  return { name: terms.planId ?? 'old', version: { id, planId: 'old', ...prices, ...rest, ...terms } };
}

const PENDING = {
  organizationId: 'o',
  id: 's',
  externalId: 'sub_1',
  customerId: 'c',
  planId: 'old',
  planVersionId: 'version of old',
  name: null,
  status: 'pending',
  billingTime: 'calendar',
  subscriptionAt: at('2026-06-11T15:00:00Z'),
  trialEndsAt: null,
  trialEndedAt: null,
  endingAt: null,
  canceledAt: null,
  endedAt: null,
  nextPlanId: null,
  previousPlanId: null,
  advanceFeeId: null,
} as SubscriptionEntity;

function begin(
  plan: PlanInForce,
  changes: Partial<SubscriptionEntity> = {},
  now?: string,
): RunningSubscription {
  const pending = { ...PENDING, ...changes };
  const when = now === undefined ? pending.subscriptionAt : at(now);
  return started(pending, plan.version, { at: when, timezone: newYork, usagePeriodId: 'first' });
}

function upgraded({ subscription }: Stretch, plan: PlanInForce, when: string): Stretch {
  const beginning = { at: at(when), timezone: newYork, usagePeriodId: 'second' };
  return { subscription: onPlan(subscription, plan.version, beginning), plan };
}

const period = ({ from, to }: { from: Date; to: Date }): string[] => [from.toISOString(), to.toISOString()];
const [juneStart, july, august] = [
  '2026-06-11T04:00:00.000Z',
  '2026-07-01T04:00:00.000Z',
  '2026-08-01T04:00:00.000Z',
];
const JULY = at(july);

describe('the periods of a subscription', () => {
  const plan = aPlan();

  it('begin with the start of the start day, and usage at the exact start', () => {
    const subscription = begin(plan);
    expect(period(shownPeriod(subscription))).toEqual([juneStart, july]);
    expect(period(usageWindow(subscription))).toEqual(['2026-06-11T15:00:00.000Z', july]);
  });

  it('begin with the current one, if the start lies in the past', () => {
    const subscription = begin(plan, {}, '2026-07-20T12:00:00Z');
    expect(subscription.startedAt.toISOString()).toBe('2026-06-11T15:00:00.000Z');
    expect(period(shownPeriod(subscription))).toEqual([july, august]);
    expect(period(usageWindow(subscription))).toEqual([july, august]);
  });

  it('follow one another without a gap', () => {
    const next = inNextPeriod(begin(plan), plan.version, { at: JULY, timezone: newYork, usagePeriodId: 'x' });
    expect(period(usageWindow(next))).toEqual([july, august]);
    expect(next.advanceFeeId).toBeNull();
  });

  it.each([
    ['east', 'Europe/Paris', '2026-07-31T22:00:00.000Z'],
    ['west', 'Pacific/Honolulu', '2026-08-01T10:00:00.000Z'],
    ['across the date line', 'Pacific/Auckland', '2026-07-31T12:00:00.000Z'],
  ])('follow a move %s from the next period on, which is a whole one', (_case, timezone, end) => {
    const next = inNextPeriod(begin(plan), plan.version, { at: JULY, timezone, usagePeriodId: 'x' });
    expect(period(usageWindow(next))).toEqual([july, end]);
    expect(planFee({ subscription: next, plan }, null)).toMatchObject({ billedDays: 31, periodDays: 31 });
  });

  it('end with the subscription', () => {
    const ended = { ...begin(plan), endedAt: at('2026-06-20T15:00:00Z') };
    expect(period(shownPeriod(ended))).toEqual([juneStart, '2026-06-20T15:00:00.000Z']);
  });

  it('begin with the day of a plan change, by the rule of the new plan', () => {
    const yearly = aPlan({ planId: 'new', interval: 'yearly', amountCents: 365_00n });
    const { subscription } = upgraded({ subscription: begin(plan), plan }, yearly, '2026-06-20T15:00:00Z');
    expect(period(shownPeriod(subscription))).toEqual([
      '2026-06-20T04:00:00.000Z',
      '2027-01-01T05:00:00.000Z',
    ]);
    expect(period(usageWindow(subscription))).toEqual([
      '2026-06-20T15:00:00.000Z',
      '2027-01-01T05:00:00.000Z',
    ]);
    expect(subscription).toMatchObject({
      planId: 'new',
      planVersionId: 'version of new',
      previousPlanId: 'old',
    });
  });
});

describe('the opening bill', () => {
  const inAdvance = aPlan({ payInAdvance: true });
  const open = (plan: PlanInForce, changes: Partial<SubscriptionEntity> = {}, now?: string) => {
    const subscription = begin(plan, changes, now);
    return (
      openingBill({ subscription, plan }, now === undefined ? subscription.startedAt : at(now))?.bill ?? null
    );
  };

  it('is none in arrears', () => {
    expect(open(aPlan())).toBeNull();
  });

  it('is prorated on the calendar', () => {
    expect(open(inAdvance)).toMatchObject({
      occasion: 'opening',
      periodId: 'first',
      usagePeriodId: null,
      fee: {
        amountCents: 2000n,
        unitAmountCents: 3000n,
        billedDays: 20,
        periodDays: 30,
        from: at(juneStart),
      },
    });
  });

  it('is full on an anniversary', () => {
    expect(open(inAdvance, { billingTime: 'anniversary' })?.fee).toMatchObject({
      amountCents: 3000n,
      billedDays: 30,
    });
  });

  it('is the current period’s, if the start lies in the past', () => {
    const now = '2026-07-20T12:00:00Z';
    expect(open(inAdvance, {}, now)).toMatchObject({
      billedAt: at(now),
      billingPeriod: { from: JULY, to: at(august) },
      fee: { amountCents: 3000n, billedDays: 31 },
    });
  });

  it('waits for the end of the trial, and bills from that day on', () => {
    const plan = aPlan({ payInAdvance: true, trialPeriodDays: 7 });
    expect(open(plan)).toBeNull();
    const trialEnd = at('2026-06-18T15:00:00Z');
    const subscription = { ...begin(plan), trialEndedAt: trialEnd };
    expect(subscription.trialEndsAt).toEqual(trialEnd);
    expect(openingBill({ subscription, plan }, trialEnd)?.bill).toMatchObject({
      billingPeriod: { from: at(juneStart), to: JULY },
      fee: { amountCents: 1300n, billedDays: 13, from: at('2026-06-18T04:00:00Z'), to: JULY },
    });
  });

  it('is left to the next closing bill when the trial ends with the period', () => {
    const plan = aPlan({ payInAdvance: true, trialPeriodDays: 20 });
    const subscription = { ...begin(plan, { subscriptionAt: at(juneStart) }), trialEndedAt: JULY };
    expect(openingBill({ subscription, plan }, JULY)).toBeNull();
    const next = inNextPeriod(subscription, plan.version, {
      at: JULY,
      timezone: newYork,
      usagePeriodId: 'x',
    });
    const bills = billsAtEnd(
      { subscription, plan },
      { at: JULY, reason: 'terminated' },
      { subscription: next, plan },
    );
    expect(bills.map((it) => it.bill.fee?.amountCents)).toEqual([3000n]);
  });
});

describe('the bills at the end of a stretch', () => {
  const when = '2026-06-20T15:00:00Z';
  const upgrade = (before: Partial<PlanInForce['version']>, after: Partial<PlanInForce['version']>) => {
    const plan = aPlan(before);
    const ended: Stretch = { subscription: begin(plan), plan };
    const next = upgraded(ended, aPlan({ planId: 'new', amountCents: 6000n, ...after }), when);
    return billsAtEnd(ended, { at: at(when), reason: 'upgraded' }, next).map(({ bill, paysInAdvance }) => [
      bill.occasion,
      bill.periodId,
      bill.usagePeriodId,
      bill.fee?.planId ?? null,
      bill.fee?.amountCents ?? null,
      paysInAdvance,
    ]);
  };

  it.each<[string, Partial<PlanInForce['version']>, Partial<PlanInForce['version']>, unknown[][]]>([
    ['arrears to arrears', {}, {}, [['closing', 'first', 'first', 'old', 900n, false]]],
    [
      'advance to advance: one bill for the usage and the new fee',
      { payInAdvance: true },
      { payInAdvance: true },
      [['closing', 'first', 'first', 'new', 2200n, true]],
    ],
    [
      'arrears to advance: two fees, two bills',
      {},
      { payInAdvance: true },
      [
        ['closing', 'first', 'first', 'old', 900n, false],
        ['opening', 'second', null, 'new', 2200n, true],
      ],
    ],
    [
      'advance to arrears: only the usage',
      { payInAdvance: true },
      {},
      [['closing', 'first', 'first', null, null, false]],
    ],
    [
      'out of a trial: no fee of the old plan',
      { trialPeriodDays: 30 },
      { payInAdvance: true },
      [['closing', 'first', 'first', 'new', 2200n, true]],
    ],
    [
      'on in a trial: no fee at all',
      { trialPeriodDays: 30 },
      { payInAdvance: true, trialPeriodDays: 60 },
      [['closing', 'first', 'first', null, null, false]],
    ],
    [
      'another currency: two bills',
      { payInAdvance: true },
      { payInAdvance: true, currency: 'EUR' },
      [
        ['closing', 'first', 'first', null, null, false],
        ['opening', 'second', null, 'new', 2200n, true],
      ],
    ],
  ])('%s', (_case, before, after, expected) => {
    expect(upgrade(before, after)).toEqual(expected);
  });

  it('bills the day of a termination', () => {
    const plan = aPlan();
    const ended: Stretch = { subscription: begin(plan), plan };
    const [planned] = billsAtEnd(ended, { at: at(when), reason: 'terminated' }, null);
    expect(planned?.bill).toMatchObject({
      fee: { amountCents: 1000n, billedDays: 10, periodDays: 30 },
      billingPeriod: { from: at(juneStart), to: at(when) },
      billedAt: at(when),
    });
  });

  it('knows the whole period of a subscription that began before it', () => {
    const plan = aPlan();
    const subscription = inNextPeriod(begin(plan), plan.version, {
      at: JULY,
      timezone: newYork,
      usagePeriodId: 'x',
    });
    expect(planFee({ subscription, plan }, null)).toMatchObject({ amountCents: 3000n, from: JULY });
  });
});

describe('unusedFeeCents', () => {
  const plan = aPlan({ payInAdvance: true });
  const stretch: Stretch = { subscription: { ...begin(plan), advanceFeeId: 'fee' }, plan };
  const unused = (when: string, reason: 'terminated' | 'upgraded', of = stretch): bigint =>
    unusedFeeCents(of, { at: at(when), reason });

  it('is worth the days after a termination, and from an upgrade on', () => {
    expect(unused('2026-06-20T15:00:00Z', 'terminated')).toBe(1000n);
    expect(unused('2026-06-20T15:00:00Z', 'upgraded')).toBe(1100n);
    expect(unused('2026-06-11T15:00:00Z', 'upgraded')).toBe(2000n);
    expect(unused(july, 'terminated')).toBe(0n);
  });

  it('is nothing where no fee was billed', () => {
    const unpaid = { ...stretch, subscription: { ...stretch.subscription, advanceFeeId: null } };
    expect(unused('2026-06-20T15:00:00Z', 'terminated', unpaid)).toBe(0n);
  });

  it('is of what the trial left to pay', () => {
    const subscription = { ...stretch.subscription, trialEndedAt: at('2026-06-18T15:00:00Z') };
    expect(unused('2026-06-20T15:00:00Z', 'terminated', { subscription, plan })).toBe(1000n);
    expect(unused('2026-06-18T15:00:00Z', 'terminated', { subscription, plan })).toBe(1300n);
  });
});
