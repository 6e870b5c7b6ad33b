import fc from 'fast-check';
import type { RoundingFunction } from '../../billable-metrics';
import { roundUnits } from './aggregate-rounding';

describe('roundUnits', () => {
  it.each<[string, RoundingFunction | null, number | null, string]>([
    ['12.345', null, 1, '12.345'],
    ['12.345', 'round', null, '12'],
    ['12.5', 'round', 0, '13'],
    ['2.675', 'round', 2, '2.68'], // 2.67 in floating point
    ['1.005', 'round', 2, '1.01'], // 1.00 in floating point
    ['-2.5', 'round', 0, '-3'],
    ['12.341', 'ceil', 2, '12.35'],
    ['12.34', 'ceil', 2, '12.34'],
    ['-12.341', 'ceil', 2, '-12.34'],
    ['12.349', 'floor', 2, '12.34'],
    ['-12.341', 'floor', 2, '-12.35'],
    ['1250', 'round', -2, '1300'],
    ['1249.99', 'round', -2, '1200'],
    ['1201', 'ceil', -2, '1300'],
    ['1299', 'floor', -2, '1200'],
    ['49', 'round', -2, '0'],
    ['-0.4', 'ceil', 0, '0'],
    ['12.3', 'floor', 10, '12.3'],
    ['999999999999999999999999999999.5', 'round', 0, '1000000000000000000000000000000'],
  ])('%s rounded by %s to %s is %s', (units, rounding, precision, expected) => {
    expect(roundUnits(units, rounding, precision)).toBe(expected);
  });

  it('rounding equals integer arithmetic for every function and precision', () => {
    const thousandths = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(thousandths, fc.integer({ min: -4, max: 3 }), (value, precision) => {
        const step = 10n ** BigInt(3 - precision);
        const below = ((value % step) + step) % step;
        const floor = value - below;
        const ceil = below === 0n ? floor : floor + step;
        const middle = below * 2n === step;
        const round = below * 2n > step || (middle && value > 0n) ? ceil : floor;
        const expected = { floor, ceil, round };
        for (const it of ['floor', 'ceil', 'round'] as const) {
          expect(roundUnits(textOf(value), it, precision)).toBe(roundUnits(textOf(expected[it]), null));
        }
      }),
    );
  });
});

function textOf(thousandths: bigint): string {
  const digits = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, '0');
  return `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}
