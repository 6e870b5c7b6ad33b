import { computeCharge } from './index';
import type { GraduatedPercentageProperties } from './types';

const PROPERTIES: GraduatedPercentageProperties = {
  graduated_percentage_ranges: [
    { from_value: 0, to_value: 1000, rate: '1', flat_amount: '200' },
    { from_value: 1001, to_value: 10000, rate: '2', flat_amount: '300' },
    { from_value: 10001, to_value: null, rate: '3', flat_amount: '400' },
  ],
};

const bill = (units: string, properties = PROPERTIES) =>
  computeCharge('graduated_percentage', properties, { units, eventsCount: 1 });

describe('graduated_percentage', () => {
  it.each([
    ['-5', '200'],
    ['0', '200'], // zero usage bills the first tier's flat amount
    ['0.01', '200.0001'],
    ['500', '205'],
    ['1000', '210'],
    ['1000.5', '510.01'], // 10 + 200 + 0.5 x 2 % + 300
    ['1050', '511'],
    ['5050', '591'], // 10 + 200 + 4050 x 2 % + 300
    ['10000', '690'],
    ['10001', '1090.03'],
    ['1000000000000', '30000000790'], // 690 + 400 + (10^12 - 10000) x 3 %
  ])('%s units cost %s', (units, expected) => {
    expect(bill(units).amount).toBe(expected);
  });

  it('a small rate is applied without rounding', () => {
    const graduated_percentage_ranges = [{ from_value: 0, to_value: null, rate: '0.0125' }];
    expect(bill('3.3', { graduated_percentage_ranges }).amount).toBe('0.0004125');
  });

  it('the steps list every tier that is reached', () => {
    expect(bill('1000.5').steps).toEqual([
      { description: 'Rate on units 0 to 1000', units: '1000', rate: '1', amount: '10' },
      { description: 'Flat fee for units 0 to 1000', units: '1', unit_amount: '200', amount: '200' },
      { description: 'Rate on units 1001 to 10000', units: '0.5', rate: '2', amount: '0.01' },
      { description: 'Flat fee for units 1001 to 10000', units: '1', unit_amount: '300', amount: '300' },
    ]);
  });
});
