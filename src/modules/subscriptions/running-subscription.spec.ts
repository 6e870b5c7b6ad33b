import {
  JULY,
  aPlan,
  at,
  august,
  begin,
  july,
  juneStart,
  newYork,
  period,
  upgraded,
} from '../../../test/support/a-plan-period';
import { inNextPeriod, shownPeriod, usagePeriod } from './running-subscription';
import { planFee } from './subscription.bills';

describe('running subscription', () => {
  const plan = aPlan();

  it('the first period begins at the start of the start day, and its usage at the exact start', () => {
    const subscription = begin(plan);
    expect(period(shownPeriod(subscription))).toEqual([juneStart, july]);
    expect(period(usagePeriod(subscription))).toEqual(['2026-06-11T15:00:00.000Z', july]);
  });

  it('a subscription started in the past begins with the current period', () => {
    const subscription = begin(plan, {}, '2026-07-20T12:00:00Z');
    expect(subscription.startedAt.toISOString()).toBe('2026-06-11T15:00:00.000Z');
    expect(period(shownPeriod(subscription))).toEqual([july, august]);
    expect(period(usagePeriod(subscription))).toEqual([july, august]);
  });

  it('the next period begins where the previous one ended', () => {
    const next = inNextPeriod(begin(plan), plan.version, { at: JULY, timezone: newYork, usagePeriodId: 'x' });
    expect(period(usagePeriod(next))).toEqual([july, august]);
    expect(next.advanceFeeId).toBeNull();
  });

  it.each([
    ['east', 'Europe/Paris', '2026-07-31T22:00:00.000Z'],
    ['west', 'Pacific/Honolulu', '2026-08-01T10:00:00.000Z'],
    ['across the date line', 'Pacific/Auckland', '2026-07-31T12:00:00.000Z'],
  ])('a new time zone %s applies from the next period, which is a whole period', (_case, timezone, end) => {
    const next = inNextPeriod(begin(plan), plan.version, { at: JULY, timezone, usagePeriodId: 'x' });
    expect(period(usagePeriod(next))).toEqual([july, end]);
    expect(planFee({ subscription: next, plan }, null)).toMatchObject({ billedDays: 31, periodDays: 31 });
  });

  it('the last period ends when the subscription ends', () => {
    const ended = { ...begin(plan), endedAt: at('2026-06-20T15:00:00Z') };
    expect(period(shownPeriod(ended))).toEqual([juneStart, '2026-06-20T15:00:00.000Z']);
  });

  it('a plan change after the trial begins a new period', () => {
    const after = { trialEndsAt: at('2026-06-15T04:00:00Z'), trialEndedAt: at('2026-06-15T04:00:00Z') };
    const running = { ...begin(plan), ...after };
    const { subscription } = upgraded(
      { subscription: running, plan },
      aPlan({ planId: 'new' }),
      '2026-06-20T15:00:00Z',
    );
    expect(subscription).toMatchObject({ planId: 'new', usagePeriodId: 'second', ...after });
    expect(period(usagePeriod(subscription))).toEqual(['2026-06-20T15:00:00.000Z', july]);
  });

  it('a plan change begins a period of the new plan at the start of its day', () => {
    const yearly = aPlan({ planId: 'new', interval: 'yearly', amountCents: 365_00n });
    const { subscription } = upgraded({ subscription: begin(plan), plan }, yearly, '2026-06-20T15:00:00Z');
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
