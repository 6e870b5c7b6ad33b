import fc from 'fast-check';
import {
  fromProviderAmount,
  InexpressibleAmountError,
  toProviderAmount,
  type AmountTable,
} from './amount-table';

const RULES = { minimum: 50n, maximum: 99_999_999n, step: 1n };
const table: AmountTable = (currency) =>
  new Map([
    ['EUR', { ...RULES, exponent: 2 }],
    ['ISK', { ...RULES, exponent: 2 }],
    ['MGA', { ...RULES, exponent: 0 }],
    ['KWD', { ...RULES, exponent: 3, step: 10n }],
  ]).get(currency) ?? null;

describe('amounts of providers', () => {
  it.each([
    ['EUR', 1999n, 1999n],
    ['ISK', 500n, 50_000n],
    ['KWD', 12_340n, 12_340n],
  ])('an amount in %s of %d is %d', (currency, cents, amount) => {
    expect(toProviderAmount(table, cents, currency)).toBe(amount);
    expect(fromProviderAmount(table, amount, currency)).toBe(cents);
  });

  it.each([
    ['an unknown currency', 1000n, 'JPY'],
    ['a fraction of the provider’s unit', 12_345n, 'KWD'],
    ['less than the minimum', 49n, 'EUR'],
    ['more than the maximum', 100_000_000n, 'EUR'],
  ])('%s is refused', (_, cents, currency) => {
    expect(() => toProviderAmount(table, cents, currency)).toThrow(InexpressibleAmountError);
  });

  it('every amount that a provider takes comes back as it was', () => {
    fc.assert(
      fc.property(fc.bigInt(50n, 99_999_999n), fc.constantFrom('EUR', 'KWD'), (cents, currency) => {
        fc.pre(currency === 'EUR' || cents % 10n === 0n);
        expect(fromProviderAmount(table, toProviderAmount(table, cents, currency), currency)).toBe(cents);
      }),
    );
  });
});
