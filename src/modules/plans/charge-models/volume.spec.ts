import { computeCharge } from './index';
import type { VolumeProperties } from './types';

const STEPPED: VolumeProperties = {
  volume_ranges: [
    { from_value: '0', to_value: '100', per_unit_amount: '2', flat_amount: '1' },
    { from_value: '101', to_value: '200', per_unit_amount: '1', flat_amount: '0' },
    { from_value: '201', to_value: null, per_unit_amount: '0.5', flat_amount: '50' },
  ],
};
const CONTINUOUS: VolumeProperties = {
  volume_ranges: [
    { from_value: 0, to_value: 100, per_unit_amount: '2', flat_amount: '1' },
    { from_value: 100, to_value: 200, per_unit_amount: '1', flat_amount: '0' },
    { from_value: 200, to_value: null, per_unit_amount: '0.5', flat_amount: '50' },
  ],
};

const bill = (properties: VolumeProperties, units: string) =>
  computeCharge('volume', properties, { units, eventsCount: 1 });

describe('volume', () => {
  it.each([
    ['-1', '1'],
    ['0', '1'], // zero usage bills the first range's flat amount
    ['1', '3'],
    ['99.5', '200'], // ceil is 100: still the first range
    ['100', '201'],
    ['100.0001', '100.0001'], // ceil is 101: the second range, which bills the fraction
    ['101', '101'],
    ['200', '200'],
    ['200.5', '150.25'],
    ['201', '150.5'],
    ['10000000000000000000.1', '5000000000000000050.05'],
  ])('%s units cost %s in both notations of the boundaries', (units, expected) => {
    expect(bill(STEPPED, units).amount).toBe(expected);
    expect(bill(CONTINUOUS, units).amount).toBe(expected);
  });

  it('the steps name the range that contains the total', () => {
    expect(bill(STEPPED, '200.5').steps).toEqual([
      {
        description: 'All units at the price of units from 201',
        units: '200.5',
        unit_amount: '0.5',
        amount: '100.25',
      },
      { description: 'Flat fee for units from 201', units: '1', unit_amount: '50', amount: '50' },
    ]);
  });
});
