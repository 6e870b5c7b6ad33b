import { data as currencies } from 'currency-codes';
import { exponentOf, formatMajor, formatMoney, toMajor, toMinor } from './money';

test('every currency has the exponent by which the API counts', () => {
  const wrong = currencies.filter(({ code, digits }) => exponentOf(code) !== digits);
  expect(wrong).toEqual([]);
});

test.each([
  [4900, 'EUR', '49.00'],
  [5, 'EUR', '0.05'],
  [-1234, 'USD', '-12.34'],
  [1500, 'JPY', '1500'],
  [1234567, 'KWD', '1234.567'],
  [0, 'EUR', '0.00'],
])('%d in the minor unit of %s is %s', (minor, currency, major) => {
  expect(toMajor(minor, currency)).toBe(major);
  expect(toMinor(major, currency)).toBe(minor);
});

test.each(['', 'abc', '1.234', '1,2,3', '1e3', '99999999999999999'])('%p is no amount in EUR', (typed) => {
  expect(toMinor(typed, 'EUR')).toBeNull();
});

test('a decimal comma is accepted', () => {
  expect(toMinor(' 12,5 ', 'EUR')).toBe(1250);
});

test('amounts are formatted exactly, beyond what a float can hold', () => {
  expect(formatMoney(9_007_199_254_740_993n, 'EUR', 'en')).toBe('€90,071,992,547,409.93');
  expect(formatMoney(490000, 'HUF', 'en')).toBe('HUF\u00a04,900.00');
});

test('a unit price keeps its decimals', () => {
  expect(formatMajor('0.00125', 'EUR', 'en')).toBe('€0.00125');
});
