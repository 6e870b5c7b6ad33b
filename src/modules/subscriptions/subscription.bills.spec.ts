import {
  JULY,
  aPlanInForce,
  at,
  august,
  aRunningSubscription,
  july,
  juneStart,
  newYork,
  onOtherPlan,
} from '../../../test/support/builders/running-subscription';
import { inNextPeriod, type PlanInForce } from './running-subscription';
import {
  billsAtEnd,
  firstBill,
  openingBill,
  planFee,
  unusedFeeCents,
  type PlanPeriod,
} from './subscription.bills';
import type { SubscriptionEntity } from './subscription.entity';

describe('openingBill', () => {
  const inAdvance = aPlanInForce({ payInAdvance: true });
  const open = (plan: PlanInForce, changes: Partial<SubscriptionEntity> = {}, now?: string) => {
    const subscription = aRunningSubscription(plan, changes, now);
    return (
      openingBill({ subscription, plan }, now === undefined ? subscription.startedAt : at(now))?.bill ?? null
    );
  };

  it('a plan paid in arrears has no opening invoice', () => {
    expect(open(aPlanInForce())).toBeNull();
  });

  it('the first period of a calendar subscription is prorated', () => {
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

  it('an anniversary subscription pays the whole first period', () => {
    expect(open(inAdvance, { billingTime: 'anniversary' })?.fee).toMatchObject({
      amountCents: 3000n,
      billedDays: 30,
    });
  });

  it('a subscription with a start in the past is billed for the current period', () => {
    const now = '2026-07-20T12:00:00Z';
    expect(open(inAdvance, {}, now)).toMatchObject({
      billedAt: at(now),
      billingPeriod: { from: JULY, to: at(august) },
      fee: { amountCents: 3000n, billedDays: 31 },
    });
  });

  it('after a trial, the opening invoice is due at the end of the trial and bills from that day', () => {
    const plan = aPlanInForce({ payInAdvance: true, trialPeriodDays: 7 });
    expect(open(plan)).toBeNull();
    const trialEnd = at('2026-06-18T15:00:00Z');
    const subscription = { ...aRunningSubscription(plan), trialEndedAt: trialEnd };
    expect(subscription.trialEndsAt).toEqual(trialEnd);
    expect(openingBill({ subscription, plan }, trialEnd)?.bill).toMatchObject({
      billingPeriod: { from: at(juneStart), to: JULY },
      fee: { amountCents: 1300n, billedDays: 13, from: at('2026-06-18T04:00:00Z'), to: JULY },
    });
  });

  it('a trial that ends with the period has no opening invoice', () => {
    const plan = aPlanInForce({ payInAdvance: true, trialPeriodDays: 20 });
    const subscription = {
      ...aRunningSubscription(plan, { subscriptionAt: at(juneStart) }),
      trialEndedAt: JULY,
    };
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

describe('billsAtEnd', () => {
  const when = '2026-06-20T15:00:00Z';
  const upgrade = (before: Partial<PlanInForce['version']>, after: Partial<PlanInForce['version']>) => {
    const plan = aPlanInForce(before);
    const ended: PlanPeriod = { subscription: aRunningSubscription(plan), plan };
    const next = onOtherPlan(ended, aPlanInForce({ planId: 'new', amountCents: 6000n, ...after }), when);
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
    [
      'arrears to arrears: usage and the fee of the old plan',
      {},
      {},
      [['closing', 'first', 'first', 'old', 900n, false]],
    ],
    [
      'advance to advance: one invoice for usage and the new fee',
      { payInAdvance: true },
      { payInAdvance: true },
      [['closing', 'first', 'first', 'new', 2200n, true]],
    ],
    [
      'arrears to advance: two fees on two invoices',
      {},
      { payInAdvance: true },
      [
        ['closing', 'first', 'first', 'old', 900n, false],
        ['opening', 'second', null, 'new', 2200n, true],
      ],
    ],
    [
      'advance to arrears: only usage',
      { payInAdvance: true },
      {},
      [['closing', 'first', 'first', null, null, false]],
    ],
    [
      'out of a trial: a fee for the new plan only',
      { trialPeriodDays: 30 },
      { payInAdvance: true },
      [['closing', 'first', 'first', 'new', 2200n, true]],
    ],
    [
      'within a trial: no fee',
      { trialPeriodDays: 30 },
      { payInAdvance: true, trialPeriodDays: 60 },
      [['closing', 'first', 'first', null, null, false]],
    ],
    [
      'another currency: two invoices',
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

  it('the day of a termination is billed', () => {
    const plan = aPlanInForce();
    const ended: PlanPeriod = { subscription: aRunningSubscription(plan), plan };
    const [planned] = billsAtEnd(ended, { at: at(when), reason: 'terminated' }, null);
    expect(planned?.bill).toMatchObject({
      fee: { amountCents: 1000n, billedDays: 10, periodDays: 30 },
      billingPeriod: { from: at(juneStart), to: at(when) },
      billedAt: at(when),
    });
  });

  it('the fee of a later period covers the whole period', () => {
    const plan = aPlanInForce();
    const subscription = inNextPeriod(aRunningSubscription(plan), plan.version, {
      at: JULY,
      timezone: newYork,
      usagePeriodId: 'x',
    });
    expect(planFee({ subscription, plan }, null)).toMatchObject({ amountCents: 3000n, from: JULY });
  });
});

describe('firstBill', () => {
  const bill = (terms: Partial<PlanInForce['version']>): unknown[] => {
    const plan = aPlanInForce(terms);
    const subscription = aRunningSubscription(plan);
    const first = firstBill({ subscription, plan }, subscription.startedAt, 'next');
    return [first.billedAt.toISOString(), first.fee?.amountCents ?? null, first.usagePeriodId];
  };
  const inAdvance = { payInAdvance: true };

  it.each<[string, Partial<PlanInForce['version']>, unknown[]]>([
    ['in arrears: at the end of the period', {}, [july, 2000n, 'first']],
    ['in arrears, after a trial: at the end of the period', { trialPeriodDays: 7 }, [july, 1300n, 'first']],
    ['in arrears, in a trial: usage only', { trialPeriodDays: 30 }, [july, null, 'first']],
    ['in advance: at the start', inAdvance, ['2026-06-11T15:00:00.000Z', 2000n, null]],
    [
      'in advance: when the trial ends',
      { ...inAdvance, trialPeriodDays: 7 },
      ['2026-06-18T15:00:00.000Z', 1300n, null],
    ],
    ['in advance, in a trial: usage only', { ...inAdvance, trialPeriodDays: 30 }, [july, null, 'first']],
  ])('%s', (_case, terms, expected) => {
    expect(bill(terms)).toEqual(expected);
  });
});

describe('unusedFeeCents', () => {
  const plan = aPlanInForce({ payInAdvance: true });
  const planPeriod: PlanPeriod = {
    subscription: { ...aRunningSubscription(plan), advanceFeeId: 'fee' },
    plan,
  };
  const unused = (when: string, reason: 'terminated' | 'upgraded', of = planPeriod): bigint =>
    unusedFeeCents(of, { at: at(when), reason });

  it('unused days begin on the day after a termination, or on the day of an upgrade', () => {
    expect(unused('2026-06-20T15:00:00Z', 'terminated')).toBe(1000n);
    expect(unused('2026-06-20T15:00:00Z', 'upgraded')).toBe(1100n);
    expect(unused('2026-06-11T15:00:00Z', 'upgraded')).toBe(2000n);
    expect(unused(july, 'terminated')).toBe(0n);
  });

  it('without a prepaid fee, the unused fee is 0', () => {
    const unpaid = { ...planPeriod, subscription: { ...planPeriod.subscription, advanceFeeId: null } };
    expect(unused('2026-06-20T15:00:00Z', 'terminated', unpaid)).toBe(0n);
  });

  it('days of the trial are not credited', () => {
    const subscription = { ...planPeriod.subscription, trialEndedAt: at('2026-06-18T15:00:00Z') };
    expect(unused('2026-06-20T15:00:00Z', 'terminated', { subscription, plan })).toBe(1000n);
    expect(unused('2026-06-18T15:00:00Z', 'terminated', { subscription, plan })).toBe(1300n);
  });
});
