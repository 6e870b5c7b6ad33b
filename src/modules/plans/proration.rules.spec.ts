import { proratedAmountCents } from './proration.rules';

describe('proratedAmountCents', () => {
  it.each<[bigint, number, number, bigint]>([
    [3000n, 30, 30, 3000n],
    [3000n, 0, 30, 0n],
    [1000n, 10, 30, 333n],
    [1000n, 20, 30, 667n],
    [1n, 15, 30, 1n],
    [1n, 14, 30, 0n],
    [3n, 15, 30, 2n],
    [0n, 12, 31, 0n],
    // Larger than a double can represent exactly.
    [9007199254740991n, 1, 2, 4503599627370496n],
    [90071992547409930n, 30, 31, 87166444400719287n],
  ])('%s cents prorated to %s of %s days are %s cents', (amount, days, all, expected) => {
    expect(proratedAmountCents(amount, days, all)).toBe(expected);
  });

  it.each<[bigint, number, number]>([
    [100n, 31, 30],
    [100n, -1, 30],
    [100n, 0, 0],
    [100n, 0.5, 30],
    [-100n, 1, 30],
  ])('prorating %s cents to %s of %s days is refused with RangeError', (amount, days, all) => {
    expect(() => proratedAmountCents(amount, days, all)).toThrow(RangeError);
  });
});
