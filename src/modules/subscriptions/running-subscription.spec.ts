import fc from 'fast-check';
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
import { localDayOf } from '../../platform/calendar';
import { partOfPeriod } from '../usage';
import { firstDayOf, inNextPeriod, onPlan, shownPeriod, started, usagePeriod } from './running-subscription';
import type { RunningSubscription } from './running-subscription';
import {
  openingBill,
  planFee,
  unusedFeeCents,
  type PlanPeriod,
  type PlanPeriodEnd,
} from './subscription.bills';
import { nextAction } from './subscription.rules';

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

describe('a period that is extended to the end of the subscription', () => {
  const plan = aPlanInForce();
  const endingAt = at('2026-07-01T22:00:00Z');
  /** Hours of June in New York, in which the subscription starts and changes its plan. */
  const hour = fc.integer({ min: 0, max: 30 * 24 - 1 });
  const atHour = (hours: number): Date => new Date(at('2026-06-01T04:00:00Z').getTime() + hours * 3_600_000);
  const daysOf = ({ subscription, plan }: PlanPeriod, end: PlanPeriodEnd): number[] => {
    const { to, ...metered } = usagePeriod(subscription);
    const part = { ...metered, to: end.at < to ? end.at : to, endsWithPlan: end.reason === 'upgraded' };
    return [planFee({ subscription, plan }, end)?.billedDays ?? 0, partOfPeriod(part).days];
  };

  it('fees and prorated charges of all plans bill each day, but no more days than a whole period has', () => {
    fc.assert(
      fc.property(fc.array(hour, { minLength: 1, maxLength: 4 }), fc.option(hour), (hours, trialEnd) => {
        const [start = 0, ...changes] = hours.sort((a, b) => a - b);
        const trialEndedAt = trialEnd === null ? null : atHour(Math.max(start, trialEnd));
        const trial = { trialEndsAt: trialEndedAt, trialEndedAt };
        const first = aRunningSubscription(plan, { subscriptionAt: atHour(start), endingAt });
        let running: PlanPeriod = { subscription: { ...first, ...trial }, plan };
        let [feeDays, heldDays] = [0, 0];
        const end = (how: PlanPeriodEnd): void => {
          const [fee = 0, held = 0] = daysOf(running, how);
          feeDays += fee;
          heldDays += held;
        };
        for (const change of changes) {
          end({ at: atHour(change), reason: 'upgraded' });
          running = onOtherPlan(running, plan, atHour(change).toISOString());
          running.subscription = { ...running.subscription, ...trial };
        }
        end({ at: endingAt, reason: 'terminated' });
        const daysFrom = (from: Date): number =>
          localDayOf(endingAt, newYork) + 1 - localDayOf(from, newYork);
        expect(heldDays).toBe(Math.min(30, daysFrom(first.startedAt)));
        expect(feeDays).toBe(Math.min(30, daysFrom(trialEndedAt ?? first.startedAt)));
      }),
    );
  });

  it.each([
    ['in the middle of the month', ['2026-06-11T05:00:00Z'], 20, [10, 11]],
    ['on the last day of the month', ['2026-06-30T05:00:00Z'], 29, [29, 1]],
    ['on the last day of the subscription', ['2026-07-01T05:00:00Z'], 30, [30, 0]],
    ['and is cut short on that day', ['2026-07-01T05:00:00Z', '2026-07-01T06:00:00Z'], 31, [30, 0, 0]],
  ])('a trial that comes with a plan %s frees no days before it', (_case, changes, trialPeriodDays, days) => {
    const subscription = aRunningSubscription(plan, { subscriptionAt: at('2026-06-01T08:00:00Z'), endingAt });
    const plans = [aPlanInForce({ trialPeriodDays }), plan];
    let running: PlanPeriod = { subscription, plan };
    const billed = changes.map((change, index) => {
      const [fee] = daysOf(running, { at: at(change), reason: 'upgraded' });
      running = onOtherPlan(running, plans[index] ?? plan, change);
      return fee;
    });
    const { trialEndsAt: trialEndedAt } = running.subscription;
    const last = { ...running, subscription: { ...running.subscription, trialEndedAt } };
    const [fee] = daysOf(last, { at: endingAt, reason: 'terminated' });
    expect([...billed, fee]).toEqual(days);
  });
});

describe('a subscription whose time zone changes', () => {
  /** Zones on both sides of the date line, without a skipped date after 2013. */
  const ZONES = `UTC America/New_York Pacific/Pago_Pago Pacific/Kiritimati Pacific/Auckland Asia/Tokyo
    Asia/Kathmandu America/Santiago Europe/Paris Africa/Cairo`.split(/\s+/);
  const HOUR = 3_600_000;
  const zone = fc.constantFrom(...ZONES);
  const terms = fc.record({
    interval: fc.constantFrom('weekly', 'monthly', 'quarterly', 'yearly'),
    payInAdvance: fc.boolean(),
  });
  /** A plan change after that many hours in the period, or null to reach the end of the period. */
  const step = fc.record({ zone, terms, after: fc.option(fc.integer({ min: 0, max: 200 }), { nil: null }) });
  const life = fc.record({
    start: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }).map((time) => new Date(time)),
    billingTime: fc.constantFrom('calendar', 'anniversary'),
    zone,
    terms,
    steps: fc.array(step, { maxLength: 12 }),
  });

  /** Returns the days that a period bills: its fee, less the unused days if that was paid in advance. */
  const daysBilled = (period: PlanPeriod, end: PlanPeriodEnd): number => {
    if (!period.plan.version.payInAdvance) return planFee(period, end)?.billedDays ?? 0;
    const opening = openingBill(period, period.subscription.usageFrom);
    const { billedDays, periodDays } = opening?.bill.fee ?? { billedDays: 0, periodDays: 1 };
    // At a price of 1 cent per day, the credit counts the unused days.
    const version = { ...period.plan.version, amountCents: BigInt(periodDays) };
    const paid = {
      subscription: { ...period.subscription, advanceFeeId: 'fee' },
      plan: { ...period.plan, version },
    };
    return billedDays - Number(unusedFeeCents(paid, end));
  };
  const turnOf = (subscription: RunningSubscription): Date => {
    const action = nextAction(subscription);
    if (action === null) throw new Error('The subscription is active');
    return action.at;
  };

  it('is billed once for every local day, and its periods leave no gaps', () => {
    fc.assert(
      fc.property(life, (life) => {
        let plan = aPlanInForce(life.terms);
        const pending = aRunningSubscription(plan, {
          subscriptionAt: life.start,
          // An anniversary in advance pays for the days before the start, too.
          billingTime: life.terms.payInAdvance ? 'calendar' : life.billingTime,
        });
        const beginning = { at: life.start, timezone: life.zone, usagePeriodId: 'first' };
        let subscription = started(pending, plan.version, beginning);
        const firstDay = firstDayOf(subscription);
        let billed = 0;
        for (const { zone: timezone, terms, after } of life.steps) {
          const turn = turnOf(subscription);
          const change = after === null ? null : new Date(subscription.usageFrom.getTime() + after * HOUR);
          const upgrade = change !== null && change < turn ? change : null;
          const end = { at: upgrade ?? turn, reason: upgrade === null ? 'completed' : 'upgraded' } as const;
          billed += daysBilled({ subscription, plan }, end);
          const next = { at: end.at, timezone, usagePeriodId: 'next' };
          const before = subscription;
          if (upgrade !== null) plan = aPlanInForce(terms);
          subscription =
            upgrade === null ? inNextPeriod(before, plan.version, next) : onPlan(before, plan.version, next);
          expect(usagePeriod(subscription).from).toEqual(end.at);
          expect(shownPeriod(subscription).from <= end.at).toBe(true);
          expect(turnOf(subscription) >= end.at).toBe(true);
          if (before.usageFrom < end.at && upgrade === null) {
            expect(shownPeriod(subscription).from).toEqual(shownPeriod(before).to);
          }
        }
        const at = turnOf(subscription);
        billed += daysBilled({ subscription, plan }, { at, reason: 'completed' });
        expect(billed).toBe(localDayOf(subscription.periodTo, subscription.timezone) - firstDay);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the day of its anniversary', () => {
    const plan = aPlanInForce();
    const atMidnight = { subscriptionAt: at('2026-06-11T04:00:00Z'), billingTime: 'anniversary' } as const;
    const subscription = aRunningSubscription(plan, atMidnight);
    const next = inNextPeriod(subscription, plan.version, {
      at: subscription.periodTo,
      timezone: 'Pacific/Honolulu',
      usagePeriodId: 'x',
    });
    expect(period(shownPeriod(next))).toEqual(['2026-07-11T04:00:00.000Z', '2026-08-11T10:00:00.000Z']);
    expect(planFee({ subscription: next, plan }, null)).toMatchObject({ billedDays: 31, periodDays: 31 });
  });

  it('continues after a plan change on a day that the new time zone has not reached', () => {
    const plan = aPlanInForce();
    const utc = { at: at('2026-06-11T15:00:00Z'), timezone: 'UTC', usagePeriodId: 'first' };
    const subscription = started(aRunningSubscription(plan), plan.version, utc);
    // 16 June, 01:00 in UTC; still 15 June in New York
    const changed = onPlan(subscription, plan.version, {
      at: at('2026-06-16T01:00:00Z'),
      timezone: newYork,
      usagePeriodId: 'second',
    });
    const end = { at: at('2026-06-16T01:00:00Z'), reason: 'upgraded' } as const;
    expect(planFee({ subscription, plan }, end)?.billedDays).toBe(5);
    expect(planFee({ subscription: changed, plan }, null)?.billedDays).toBe(15);
  });
});
