import type { Charge } from '../plans';
import {
  aPlanInForce,
  aRunningSubscription,
  at,
  july,
  onOtherPlan,
} from '../../../test/support/builders/running-subscription';
import { endOfPlan } from './end-of-plan';

describe('endOfPlan', () => {
  const metric = {
    ...{ id: 'seats', code: 'seats', name: 'Seats', fieldName: 'value', recurring: true },
    ...{ aggregationType: 'sum' as const, roundingFunction: null, roundingPrecision: null },
  };
  const seats: Charge = {
    id: 'seats charge',
    metric,
    chargeModel: 'standard',
    properties: { amount: '1' },
    invoiceDisplayName: null,
    prorated: false,
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

  it('the bill at the end of the period contains the level', () => {
    expect(changed(july, null)).toEqual({ at: at(july), last: false, carriedCharges: [] });
  });
});
