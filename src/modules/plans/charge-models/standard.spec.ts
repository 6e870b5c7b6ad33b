import { computeCharge } from './index';

describe('standard', () => {
  it.each([
    ['10', '1.5', '15'],
    ['0', '1.5', '0'],
    ['-3', '1.5', '0'],
    ['1', '0', '0'],
    ['3', '0.1', '0.3'], // 0.30000000000000004 in floating point
    ['0.7', '0.1', '0.07'], // 0.06999999999999999 in floating point
    ['1.1', '1.1', '1.21'],
    ['12345', '0.00001', '0.12345'],
    ['1000000', '0.0025', '2500'],
    ['0.000001', '0.000001', '0.000000000001'],
    ['10.500', '2.00', '21'],
    ['999999999999999999999999999999', '0.00000000000000000001', '9999999999.99999999999999999999'],
    [
      '123456789012345678901234567890.12345678901234567891',
      '3',
      '370370367037037036703703703670.37037036703703703673',
    ],
  ])('%s units at %s cost %s', (units, amount, expected) => {
    expect(computeCharge('standard', { amount }, { units, eventsCount: 1 }).amount).toBe(expected);
  });

  it('the steps add up to the amount', () => {
    expect(computeCharge('standard', { amount: '0.10' }, { units: '3.0', eventsCount: 3 })).toEqual({
      units: '3',
      amount: '0.3',
      steps: [{ description: 'Units', units: '3', unit_amount: '0.1', amount: '0.3' }],
    });
  });

  it.each(['', '1e3', '0x10', 'Infinity', 'NaN', '1,5', ' 1'])(
    '%j as units is refused with RangeError',
    (units) => {
      expect(() => computeCharge('standard', { amount: '1' }, { units, eventsCount: 0 })).toThrow(RangeError);
    },
  );
});
