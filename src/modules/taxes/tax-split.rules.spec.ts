import fc from 'fast-check';
import { MAX_AMOUNT_CENTS } from '../../platform/domain/money';
import { apportion, sharesByRate, splitTax, type RatedTax } from './tax-split.rules';
import { taxCents } from './tax.rules';

const taxes = (rates: readonly string[]): RatedTax[] =>
  rates.map((rate, index) => ({ code: `tax_${index}`, name: `Tax ${index}`, rate }));
const partsOf = (feeCents: bigint, rates: readonly string[], total = taxCents(feeCents, rates)): bigint[] =>
  splitTax(feeCents, total, taxes(rates)).map((it) => it.amountCents);

const ratesOf = fc.array(
  fc.integer({ min: 0, max: 1_000_000 }).map((it) => (it / 10_000).toFixed(4)),
  { minLength: 1, maxLength: 6 },
);
const cents = fc.bigInt({ min: 0n, max: MAX_AMOUNT_CENTS });
const sumOf = (parts: readonly bigint[]): bigint => parts.reduce((sum, it) => sum + it, 0n);

describe('splitTax', () => {
  it.each<[bigint, string[], bigint[]]>([
    [1000n, ['5', '9.975'], [50n, 100n]], // 50 and 99.75 of 150
    [10n, ['5', '5'], [1n, 0n]], // 0.5 each of 1: a tie
    [10n, ['5', '5', '5'], [1n, 1n, 0n]], // 1.5 is rounded to 2
    [4n, ['10', '5'], [1n, 0n]], // 0.4 and 0.2 of 1
    [100n, ['10.1', '0.45'], [10n, 1n]], // each part is its own share rounded down or up
    [1000n, ['20', '0'], [200n, 0n]],
    [0n, ['20'], [0n]],
    [1000n, [], []],
  ])('splits the tax on %s cents at %j percent into %j', (fee, rates, expected) => {
    expect(partsOf(fee, rates)).toEqual(expected);
  });

  it('ties go to the first code, regardless of the order of the taxes', () => {
    const [a, b] = taxes(['5', '5']) as [RatedTax, RatedTax];
    expect(splitTax(10n, 1n, [b, a]).map((it) => [it.code, it.amountCents])).toEqual([
      ['tax_1', 0n],
      ['tax_0', 1n],
    ]);
  });

  it('a tax that does not follow from the rates is split in proportion to them', () => {
    expect(partsOf(1000n, ['10', '30'], 7n)).toEqual([2n, 5n]); // 1.75 and 5.25
    expect(partsOf(1000n, ['0', '0'], 5n)).toEqual([3n, 2n]);
    expect(partsOf(1000n, ['exempt', '-1'], 5n)).toEqual([3n, 2n]);
  });

  it('the parts add up to the tax, and each is its share rounded down or up', () => {
    fc.assert(
      fc.property(cents, ratesOf, (fee, rates) => {
        const parts = partsOf(fee, rates);
        expect(sumOf(parts)).toBe(taxCents(fee, rates));
        const { numerators, denominator } = sharesByRate(fee, taxes(rates));
        parts.forEach((part, index) => {
          const away = part * denominator - (numerators[index] ?? 0n);
          expect(away > -denominator && away < denominator).toBe(true);
        });
      }),
    );
  });

  it('the parts of any tax add up to it, and none is negative', () => {
    fc.assert(
      fc.property(cents, cents, ratesOf, (fee, total, rates) => {
        const parts = partsOf(fee, rates, total);
        expect(sumOf(parts)).toBe(total);
        expect(parts.every((it) => it >= 0n)).toBe(true);
      }),
    );
  });
});

describe('apportion', () => {
  it('keeps within the limits if they add up to enough', () => {
    const amounts = fc.array(fc.tuple(fc.bigInt(-1000n, 1000n), fc.bigInt(0n, 200n)), { minLength: 1 });
    fc.assert(
      fc.property(amounts, fc.bigInt(1n, 9n), fc.nat(1000), (pairs, denominator, permille) => {
        const limits = pairs.map(([, limit]) => limit);
        const total = (sumOf(limits) * BigInt(permille)) / 1000n;
        const shares = { numerators: pairs.map(([numerator]) => numerator), denominator };
        const parts = apportion(total, shares, [], limits);
        expect(sumOf(parts)).toBe(total);
        parts.forEach((part, index) => {
          expect(part >= 0n && part <= (limits[index] ?? 0n)).toBe(true);
        });
      }),
    );
  });
});
