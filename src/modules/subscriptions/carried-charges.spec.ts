import { builtInModels } from '../../../test/support/charge-models';
import type { AggregationType } from '../billable-metrics';
import type { Charge } from '../plans';
import { aPlanInForce } from '../../../test/support/builders/running-subscription';
import { carriedCharges } from './carried-charges';

const charge = (metricId: string, aggregationType: AggregationType, recurring: boolean): Charge => ({
  id: `${metricId} charge`,
  metric: {
    id: metricId,
    code: metricId,
    name: metricId,
    fieldName: 'value',
    roundingFunction: null,
    roundingPrecision: null,
    unitCode: 'C62',
    ...{ aggregationType, recurring },
  },
  chargeModel: 'standard',
  properties: { amount: '1' },
  invoiceDisplayName: null,
  prorated: false,
  pricing: builtInModels().of('standard'),
});
const versionWith = (...charges: Charge[]) => aPlanInForce({ charges }).version;

describe('carriedCharges', () => {
  const seats = charge('seats', 'sum', true);
  const users = charge('users', 'unique_count', true);
  const calls = charge('calls', 'sum', false);
  const storage = charge('storage', 'weighted_sum', true);

  it('the bill of a plan change leaves out the recurring sums and unique counts that the next plan charges', () => {
    const ended = versionWith(seats, users, calls, storage);
    expect(carriedCharges(ended, ended)).toEqual([seats.id, users.id]);
    expect(carriedCharges(ended, versionWith(users))).toEqual([users.id]);
    expect(carriedCharges(ended, versionWith(calls, storage))).toEqual([]);
  });

  it('a prorated charge is not left out, but the next plan may charge its metric by days', () => {
    const byDays = { ...seats, prorated: true };
    expect(carriedCharges(versionWith(byDays), versionWith(seats))).toEqual([]);
    expect(carriedCharges(versionWith(seats), versionWith(byDays))).toEqual([seats.id]);
  });

  it('two charges for one metric are both left out', () => {
    const other = { ...seats, id: 'other charge' };
    expect(carriedCharges(versionWith(seats, other), versionWith(seats))).toEqual([seats.id, other.id]);
  });
});
