import { computeCharge } from './index';
import type { GraduatedProperties } from './types';

const STEPPED: GraduatedProperties = {
  graduated_ranges: [
    { from_value: '0', to_value: '10', per_unit_amount: '1', flat_amount: '5' },
    { from_value: '11', to_value: '20', per_unit_amount: '0.5', flat_amount: '3' },
    { from_value: '21', to_value: null, per_unit_amount: '0.1', flat_amount: '0' },
  ],
};
const CONTINUOUS: GraduatedProperties = {
  graduated_ranges: [
    { from_value: 0, to_value: 10, per_unit_amount: '1', flat_amount: '5' },
    { from_value: 10, to_value: 20, per_unit_amount: '0.5', flat_amount: '3' },
    { from_value: 20, to_value: null, per_unit_amount: '0.1', flat_amount: '0' },
  ],
};

const bill = (properties: GraduatedProperties, units: string) =>
  computeCharge('graduated', properties, { units, eventsCount: 1 });

describe('graduated', () => {
  it.each([
    ['-1', '5'], // counts as 0 units
    ['0', '5'], // the flat amount of the first tier
    ['0.5', '5.5'],
    ['9', '14'],
    ['10', '15'], // to_value is inclusive: the second tier is not reached
    ['10.000001', '18.0000005'], // any fraction beyond it reaches the second tier and its flat amount
    ['10.5', '18.25'], // 10 + 5 + 0.5 x 0.5 + 3
    ['11', '18.5'],
    ['20', '23'], // 10 + 5 + 10 x 0.5 + 3
    ['20.5', '23.05'],
    ['21', '23.1'],
    ['1000000000000000000', '100000000000000021'], // 23 + (10^18 - 20) x 0.1
  ])('%s units cost %s in both notations of the boundaries', (units, expected) => {
    expect(bill(STEPPED, units).amount).toBe(expected);
    expect(bill(CONTINUOUS, units).amount).toBe(expected);
  });

  it.each([
    ['0.05', '0.5'],
    ['0.1', '1'],
    ['0.5', '3'], // 0.1 x 10 + 0.4 x 5
    ['2', '7.5'],
  ])('%s units cost %s with continuous tiers that end within a unit', (units, expected) => {
    const tiers = [
      { from_value: 0, to_value: 0.1, per_unit_amount: '10' },
      { from_value: '0.1', to_value: 1, per_unit_amount: '5' },
      { from_value: 1, to_value: null, per_unit_amount: '2' },
    ];
    expect(bill({ graduated_ranges: tiers }, units).amount).toBe(expected);
  });

  it('the steps list every tier that is reached and no other', () => {
    expect(bill(STEPPED, '10.5').steps).toEqual([
      { description: 'Units 0 to 10', units: '10', unit_amount: '1', amount: '10' },
      { description: 'Flat fee for units 0 to 10', units: '1', unit_amount: '5', amount: '5' },
      { description: 'Units 11 to 20', units: '0.5', unit_amount: '0.5', amount: '0.25' },
      { description: 'Flat fee for units 11 to 20', units: '1', unit_amount: '3', amount: '3' },
    ]);
    expect(bill(STEPPED, '21').steps.at(-1)).toEqual({
      description: 'Units from 21',
      units: '1',
      unit_amount: '0.1',
      amount: '0.1',
    });
  });

  it('an absent flat amount costs nothing', () => {
    const graduated_ranges = [{ from_value: 0, to_value: null, per_unit_amount: '0.00001' }];
    expect(bill({ graduated_ranges }, '3').amount).toBe('0.00003');
    expect(bill({ graduated_ranges }, '0').amount).toBe('0');
  });

  it('a tier of a single unit is billed', () => {
    const graduated_ranges = [
      { from_value: 0, to_value: 4, per_unit_amount: '1' },
      { from_value: 5, to_value: 5, per_unit_amount: '10' },
      { from_value: 6, to_value: null, per_unit_amount: '100' },
    ];
    expect(bill({ graduated_ranges }, '6').amount).toBe('114');
  });
});
