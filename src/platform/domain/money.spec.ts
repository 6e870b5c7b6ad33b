import fc from 'fast-check';
import { CURRENCIES, currencyExponent } from './currency';
import { AmountOutOfRangeError, MAX_AMOUNT_CENTS, Money } from './money';

describe('Money', () => {
  it('ofMajor uses the decimal places of the currency: zero, two or three', () => {
    expect(['JPY', 'USD', 'KWD', 'XCG'].map(currencyExponent)).toEqual([0, 2, 3, 2]);
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    expect(Money.ofMajor('1050', 'JPY').cents).toBe(1050n);
    expect(Money.ofMajor('10.5', 'USD').cents).toBe(1050n);
    expect(Money.ofMajor('1.05', 'KWD').cents).toBe(1050n);
  });

  it('ofMajor rounds half up in decimal arithmetic, without binary rounding errors', () => {
    expect(Money.ofMajor('1.005', 'USD').cents).toBe(101n);
    expect(Money.ofMajor('0.285', 'USD').cents).toBe(29n);
  });

  it('refuses amounts beyond 2^53-1, unknown currencies and mixed currencies', () => {
    expect(() => Money.ofCents(MAX_AMOUNT_CENTS + 1n, 'USD')).toThrow(AmountOutOfRangeError);
    expect(() => Money.ofCents(1, 'XXQ')).toThrow(RangeError);
    expect(() => Money.ofCents(1, 'USD').plus(Money.ofCents(1, 'EUR'))).toThrow(TypeError);
  });

  it('every amount survives the conversion to major units and back', () => {
    const cents = fc.bigInt({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS });
    fc.assert(
      fc.property(cents, fc.constantFrom(...CURRENCIES), (value, currency) => {
        expect(Money.ofMajor(Money.ofCents(value, currency).toMajor(), currency).cents).toBe(value);
      }),
    );
  });

  it('plus and minus are exact', () => {
    const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const sum = Money.ofCents(a, 'EUR').plus(Money.ofCents(b, 'EUR'));
        expect(sum.cents).toBe(a + b);
        expect(sum.minus(Money.ofCents(b, 'EUR')).cents).toBe(a);
      }),
    );
  });
});
