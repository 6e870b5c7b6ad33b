import { computeCharge } from './index';
import type { PackageProperties } from './types';

const bill = (properties: PackageProperties, units: string) =>
  computeCharge('package', properties, { units, eventsCount: 1 });

describe('package', () => {
  const properties: PackageProperties = { amount: '5', free_units: '100', package_size: '50' };

  it.each([
    ['-1', '0'],
    ['0', '0'],
    ['99.9', '0'],
    ['100', '0'],
    ['100.00000000000000000001', '5'], // any fraction of a package is billed as a whole package
    ['101', '5'],
    ['150', '5'],
    ['150.5', '10'],
    ['200', '10'],
    ['1000000000000000000000000000000', '99999999999999999999999999990'], // (10^30 - 100) / 50 x 5
  ])('%s units cost %s', (units, expected) => {
    expect(bill(properties, units).amount).toBe(expected);
  });

  it.each([
    ['1', '3', '1'],
    ['10', '3', '4'], // 3.33 packages
    ['0.3', '0.1', '3'], // 0.3 / 0.1 is 2.9999999999999996 in floating point
    ['0.7', '0.1', '7'],
    ['1', '0.3', '4'],
    ['999999999999999999999999999999', '3', '333333333333333333333333333333'],
    ['1000000000000000000000000000000', '3', '333333333333333333333333333334'],
  ])('%s units in packages of %s cost %s', (units, package_size, expected) => {
    expect(bill({ amount: '1', package_size }, units).amount).toBe(expected);
  });

  it('JSON integers are accepted, and absent free units count as zero', () => {
    expect(bill({ amount: '0.00125', free_units: 1, package_size: 2 }, '4').amount).toBe('0.0025');
    expect(bill({ amount: '0.00125', package_size: 2 }, '4').amount).toBe('0.0025');
  });

  it('the steps list free units, then packages', () => {
    expect(bill(properties, '160').steps).toEqual([
      { description: 'Free units', units: '100', unit_amount: '0', amount: '0' },
      { description: 'Packages of 50', units: '2', unit_amount: '5', amount: '10' },
    ]);
    expect(bill(properties, '60').steps[0]?.units).toBe('60');
  });
});
