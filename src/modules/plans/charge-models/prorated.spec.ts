import fc from 'fast-check';
import { computeCharge } from './compute-charge';
import { builtInModels } from '../../../../test/support/charge-models';
import type { HeldUnits } from './charge-model';

/** Eight units throughout June, and four more in its second half. */
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
const MODELS = [
  ['standard', { amount: '5' }],
  ['graduated', { graduated_ranges: RANGES }],
  ['volume', { volume_ranges: RANGES }],
] as const;

const models = builtInModels();
const computeProrated = (model: string, properties: object, held: HeldUnits) =>
  models.of(model).prorate(properties, held);

describe('prorated charges', () => {
  it.each([
    [...MODELS[0], '50'],
    // 8 + 2 / 2 units at 5, 2 / 2 at 4, and both flat amounts.
    [...MODELS[1], '52'],
    // All 10 units at the price of the range of 12.
    [...MODELS[2], '42'],
  ])('each unit of a %s charge counts by its days', (model, properties, amount) => {
    expect(computeProrated(model, properties, GROWING)).toMatchObject({ units: '10', amount });
  });

  it.each(['package', 'percentage', 'graduated_percentage'] as const)('a %s charge is refused', (model) => {
    expect(models.prorated).toEqual(['standard', 'graduated', 'volume']);
    expect(() => computeProrated(model, {}, GROWING)).toThrow(`a ${model} charge cannot be prorated`);
  });

  it.each(MODELS)(
    'units of a %s charge that are held on all days cost as much as without proration',
    (model, properties) => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 366 }), (units, days) => {
          const held = { levels: [{ units: String(units), days }], periodDays: days };
          const whole = computeCharge(model, properties as never, { units: String(units), eventsCount: 1 });
          expect(computeProrated(model, properties, held)).toEqual(whole);
        }),
      );
    },
  );

  it('half a cent from a share of days is exactly half a cent', () => {
    const thirds = { levels: [{ units: '1', days: 1 }], periodDays: 3 };
    expect(computeProrated('standard', { amount: '0.015' }, thirds).amount).toBe('0.005');
  });

  it('negative levels count as zero, and a period without days costs nothing', () => {
    const negative = { levels: [{ units: '-3', days: 30 }], periodDays: 30 };
    expect(computeProrated('standard', { amount: '5' }, negative)).toMatchObject({ units: '0', amount: '0' });
    const none = { levels: [{ units: '3', days: 0 }], periodDays: 30 };
    const nothing = { units: '0', amount: '0', steps: [] };
    expect(computeProrated('graduated', { graduated_ranges: RANGES }, none)).toEqual(nothing);
  });
});
