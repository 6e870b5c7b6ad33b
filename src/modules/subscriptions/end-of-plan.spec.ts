import type { Charge } from '../plans';
import {
  aPlanInForce,
  aRunningSubscription,
  at,
  july,
  onOtherPlan,
} from '../../../test/support/builders/running-subscription';
import { builtInModels } from '../../../test/support/charge-models';
import { endOfPlan, isShared, startOfTurn } from './end-of-plan';
import { inNextPeriod } from './running-subscription';

describe('endOfPlan', () => {
  const metric = {
    ...{ id: 'seats', code: 'seats', name: 'Seats', fieldName: 'value', unitCode: 'C62', recurring: true },
    ...{ aggregationType: 'sum' as const, roundingFunction: null, roundingPrecision: null },
  };
  const seats: Charge = {
    id: 'seats charge',
    metric,
    chargeModel: 'standard',
    properties: { amount: '1' },
    invoiceDisplayName: null,
    prorated: false,
    pricing: builtInModels().of('standard'),
  };
  const plan = aPlanInForce({ charges: [seats] });
  const changed = (when: string, ending: string | null, next = plan) => {
    const endingAt = ending === null ? null : at(ending);
    const ended = { subscription: aRunningSubscription(plan, { endingAt }), plan };
    return endOfPlan(ended, { at: at(when), reason: 'upgraded' }, onOtherPlan(ended, next, when));
  };

  it.each([
    ['at its regular end', '2026-06-20T15:00:00Z', null, july],
    [
      'at the end to which it is extended',
      '2026-06-20T15:00:00Z',
      '2026-07-01T20:00:00Z',
      '2026-07-01T20:00:00.000Z',
    ],
    ['also on that day', '2026-07-01T15:00:00Z', '2026-07-01T20:00:00Z', '2026-07-01T20:00:00.000Z'],
  ])(
    'a billing period that the next plan continues ends %s, and the level is left out',
    (_case, when, ending, end) => {
      expect(changed(when, ending)).toEqual({
        at: at(when),
        last: false,
        carriedCharges: [seats.id],
        spanTo: at(end),
      });
    },
  );

  it('a plan with another interval has its own billing period', () => {
    const yearly = aPlanInForce({ interval: 'yearly', charges: [seats] });
    expect(changed('2026-06-20T15:00:00Z', null, yearly)).not.toHaveProperty('spanTo');
  });

  it.each([
    ['at the end of the period', july],
    ['on the day to which it is no longer extended', '2026-07-01T15:00:00.000Z'],
  ])('a change %s ends the billing period, and its bill contains the level', (_case, when) => {
    const over = { at: at(when), last: true, carriedCharges: [], spanTo: at(when) };
    expect(changed(when, null)).toEqual(over);
    const weekly = aPlanInForce({ interval: 'weekly', charges: [seats] });
    expect(changed(when, null, weekly)).toEqual(over);
  });

  it('a plan that took over on the last day does not share the period in which it meets the next one', () => {
    const weekly = aPlanInForce({ interval: 'weekly' });
    const first = {
      subscription: aRunningSubscription(plan, { endingAt: at('2026-07-01T20:00:00Z') }),
      plan,
    };
    const ended = onOtherPlan(first, weekly, '2026-07-01T14:00:00Z');
    const kept = { ...ended, subscription: { ...ended.subscription, endingAt: null } };
    const when = '2026-07-01T15:00:00Z';
    const end = { at: at(when), reason: 'upgraded' } as const;
    expect(isShared(kept, end, onOtherPlan(kept, weekly, when))).toBe(false);
  });
});

describe('startOfTurn', () => {
  const plan = aPlanInForce();
  const ended = { subscription: aRunningSubscription(plan), plan };

  it.each(['America/New_York', 'Pacific/Auckland', 'America/Los_Angeles'])(
    'a billing period after a move to %s begins where the previous one ends',
    (timezone) => {
      const beginning = { at: at(july), timezone, usagePeriodId: 'next' };
      const next = { subscription: inNextPeriod(ended.subscription, plan.version, beginning), plan };
      expect(startOfTurn(ended, { at: at(july), reason: 'completed' }, next)).toEqual(at(july));
    },
  );

  it('a plan with a longer interval that takes over at the end of a period is in the course of its own period', () => {
    const yearly = aPlanInForce({ interval: 'yearly' });
    const end = { at: at(july), reason: 'upgraded' } as const;
    expect(startOfTurn(ended, end, onOtherPlan(ended, yearly, july))).toBeNull();
  });

  it('a plan that takes over on the first day of its period does not begin that period', () => {
    const weekly = aPlanInForce({ interval: 'weekly' });
    const monday = '2026-06-15T15:00:00Z';
    const end = { at: at(monday), reason: 'upgraded' } as const;
    expect(startOfTurn(ended, end, onOtherPlan(ended, weekly, monday))).toBeNull();
  });
});
