import { formatMoney, toCents, toDecimal } from './money';

describe('amounts', () => {
  it.each([
    [0, 'EUR', '0.00'],
    [5, 'EUR', '0.05'],
    [-5, 'EUR', '-0.05'],
    [123456, 'EUR', '1234.56'],
    [123, 'JPY', '123'],
    [1, 'KWD', '0.001'],
    [9007199254740991, 'USD', '90071992547409.91'],
  ])('%d cents of %s are %s and back', (cents, currency, decimal) => {
    expect(toDecimal(cents, currency)).toBe(decimal);
    expect(toCents(decimal, currency)).toBe(cents);
  });

  it('are formatted with all digits', () => {
    expect(formatMoney(9007199254740991, 'USD').replace(/\D/g, '')).toBe('9007199254740991');
  });

  it.each([
    ['49', 'EUR', 4900],
    [' 49.5 ', 'EUR', 4950],
    ['49,50', 'EUR', 4950],
  ])('"%s" of %s is entered as %d', (text, currency, cents) => {
    expect(toCents(text, currency)).toBe(cents);
  });

  it.each([
    ['1.234', 'EUR'],
    ['1.5', 'JPY'],
    ['ten', 'EUR'],
    ['1e3', 'EUR'],
    ['1,234.50', 'EUR'],
    ['', 'EUR'],
  ])('"%s" is no amount of %s', (text, currency) => {
    expect(() => toCents(text, currency)).toThrow(RangeError);
  });
});
