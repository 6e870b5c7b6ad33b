import { taxCents } from './tax.rules';

describe('taxCents', () => {
  it.each<[bigint, string[], bigint]>([
    [1000n, [], 0n],
    [1000n, ['20'], 200n],
    [1005n, ['10'], 101n],
    [1004n, ['10'], 100n],
    [333n, ['7.75'], 26n],
    // 0.4 + 0.2: rounded separately, both would be 0.
    [4n, ['10', '5'], 1n],
    [9007199254740991n, ['50'], 4503599627370496n],
  ])('the tax on %s cents at %j percent is %s cents', (cents, rates, expected) => {
    expect(taxCents(cents, rates)).toBe(expected);
  });
});
