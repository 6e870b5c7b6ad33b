import { builtInModels } from '../../../../test/support/charge-models';
import type { HeldUnits } from './charge-model';

/** Eight units in all of June, and four more in its second half. */
const GROWING: HeldUnits = {
  levels: [
    { units: '8', days: 15 },
    { units: '12', days: 15 },
  ],
  periodDays: 30,
};
const RANGES = [
  { from_value: 0, to_value: 10, per_unit_amount: '5', flat_amount: '1' },
  { from_value: 11, to_value: null, per_unit_amount: '4', flat_amount: '2' },
];

describe('prorated charges', () => {
  it.each([
    ['standard', { amount: '5' }, '50'],
    // 8 + 2 / 2 units at 5, 2 / 2 at 4, and both flat amounts in full.
    ['graduated', { graduated_ranges: RANGES }, '52'],
    // All 10 at the price of the range of 12.
    ['volume', { volume_ranges: RANGES }, '42'],
  ])('each unit of a %s charge counts by its days', (model, properties, amount) => {
    const { units, amount: priced } = builtInModels.prorate(model, properties, GROWING);
    expect([units, priced]).toEqual(['10', amount]);
  });

  it.each(['package', 'percentage', 'graduated_percentage'])('a %s charge cannot be prorated', (model) => {
    expect(builtInModels.prorates(model)).toBe(false);
  });

  it('half a cent of shares of days is exactly half a cent', () => {
    const thirds = { levels: [{ units: '1', days: 1 }], periodDays: 3 };
    expect(builtInModels.prorate('standard', { amount: '0.015' }, thirds).amount).toBe('0.005');
  });

  it('levels below zero count as none, and no days cost nothing', () => {
    const below = { levels: [{ units: '-3', days: 30 }], periodDays: 30 };
    expect(builtInModels.prorate('standard', { amount: '5' }, below).amount).toBe('0');
    const none = { levels: [{ units: '3', days: 0 }], periodDays: 30 };
    expect(builtInModels.prorate('graduated', { graduated_ranges: RANGES }, none).amount).toBe('0');
  });
});
