import {
  JULY,
  aPlanInForce,
  at,
  august,
  aRunningSubscription,
  july,
  juneStart,
  newYork,
  period,
  onOtherPlan,
} from '../../../test/support/builders/running-subscription';
import { inNextPeriod, shownPeriod, usagePeriod } from './running-subscription';
import { planFee } from './subscription.bills';

describe('RunningSubscription', () => {
  const plan = aPlanInForce();

  it('the first period includes the whole start day, but its usage begins at the exact start time', () => {
    const subscription = aRunningSubscription(plan);
    expect(period(shownPeriod(subscription))).toEqual([juneStart, july]);
    expect(period(usagePeriod(subscription))).toEqual(['2026-06-11T15:00:00.000Z', july]);
  });

  it('a subscription with a start in the past begins with the current period', () => {
    const subscription = aRunningSubscription(plan, {}, '2026-07-20T12:00:00Z');
    expect(subscription.startedAt.toISOString()).toBe('2026-06-11T15:00:00.000Z');
    expect(period(shownPeriod(subscription))).toEqual([july, august]);
    expect(period(usagePeriod(subscription))).toEqual([july, august]);
  });

  it('the next period begins where the previous one ended', () => {
    const next = inNextPeriod(aRunningSubscription(plan), plan.version, {
      at: JULY,
      timezone: newYork,
      usagePeriodId: 'x',
    });
    expect(period(usagePeriod(next))).toEqual([july, august]);
    expect(next.advanceFeeId).toBeNull();
  });

  it.each([
    ['east', 'Europe/Paris', '2026-07-31T22:00:00.000Z'],
    ['west', 'Pacific/Honolulu', '2026-08-01T10:00:00.000Z'],
    ['across the date line', 'Pacific/Auckland', '2026-07-31T12:00:00.000Z'],
  ])('a new time zone (%s) applies from the next period, which is a whole period', (_case, timezone, end) => {
    const next = inNextPeriod(aRunningSubscription(plan), plan.version, {
      at: JULY,
      timezone,
      usagePeriodId: 'x',
    });
    expect(period(usagePeriod(next))).toEqual([july, end]);
    expect(planFee({ subscription: next, plan }, null)).toMatchObject({ billedDays: 31, periodDays: 31 });
  });

  it('the last period ends when the subscription ends', () => {
    const ended = { ...aRunningSubscription(plan), endedAt: at('2026-06-20T15:00:00Z') };
    expect(period(shownPeriod(ended))).toEqual([juneStart, '2026-06-20T15:00:00.000Z']);
  });

  it('after a trial, a plan change begins a new period', () => {
    const after = { trialEndsAt: at('2026-06-15T04:00:00Z'), trialEndedAt: at('2026-06-15T04:00:00Z') };
    const running = { ...aRunningSubscription(plan), ...after };
    const { subscription } = onOtherPlan(
      { subscription: running, plan },
      aPlanInForce({ planId: 'new' }),
      '2026-06-20T15:00:00Z',
    );
    expect(subscription).toMatchObject({ planId: 'new', usagePeriodId: 'second', ...after });
    expect(period(usagePeriod(subscription))).toEqual(['2026-06-20T15:00:00.000Z', july]);
  });

  it('the first period of a new plan includes the whole day of the plan change', () => {
    const yearly = aPlanInForce({ planId: 'new', interval: 'yearly', amountCents: 365_00n });
    const { subscription } = onOtherPlan(
      { subscription: aRunningSubscription(plan), plan },
      yearly,
      '2026-06-20T15:00:00Z',
    );
    expect(period(shownPeriod(subscription))).toEqual([
      '2026-06-20T04:00:00.000Z',
      '2027-01-01T05:00:00.000Z',
    ]);
    expect(period(usagePeriod(subscription))).toEqual([
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
