import { formatsOf } from './formats';
import { LOCALES } from './locales';

/** Blanks that do not break, of any width, as blanks. */
const plain = (text: string): string => text.replace(/[\u00A0\u202F]/g, ' ');

describe('formats', () => {
  it.each([
    ['de', '1.234.567,89 EUR', '20 %', '1. Februar 2026', '1.234,5'],
    ['en', 'EUR 1,234,567.89', '20%', '1 February 2026', '1,234.5'],
    ['es', '1.234.567,89 EUR', '20 %', '1 de febrero de 2026', '1.234,5'],
    ['fr', '1 234 567,89 EUR', '20 %', '1 février 2026', '1 234,5'],
  ])('of %s are those of its country', (locale, money, percent, date, number) => {
    const formats = formatsOf(locale);
    expect(plain(formats.money(123_456_789n, 'EUR'))).toBe(money);
    expect(plain(formats.percent('20'))).toBe(percent);
    expect(plain(formats.date('2026-02-01'))).toBe(date);
    expect(plain(formats.number('1234.5'))).toBe(number);
  });

  it('have the decimal places of the currency', () => {
    const { money, price } = formatsOf('en');
    expect(plain(money(1234, 'JPY'))).toBe('JPY 1,234');
    expect(plain(money(1234, 'KWD'))).toBe('KWD 1.234');
    expect(plain(price('0.00012', 'EUR'))).toBe('EUR 0.00012');
    expect(plain(price('5', 'EUR'))).toBe('EUR 5.00');
    expect(plain(money(-1234, 'EUR'))).toBe('-EUR 12.34');
  });

  it('lose no digit of large and of small numbers', () => {
    const { money, number, percent } = formatsOf('en');
    expect(plain(money(9_007_199_254_740_991n, 'EUR'))).toBe('EUR 90,071,992,547,409.91');
    expect(number('123456789012345678901234567890.12345678901234567890')).toBe(
      '123,456,789,012,345,678,901,234,567,890.1234567890123456789',
    );
    expect(percent('7.125')).toBe('7.125%');
  });

  it.each(LOCALES)('of %s do not depend on the time zone of the machine', (locale) => {
    const { date } = formatsOf(locale);
    const zone = process.env.TZ;
    try {
      process.env.TZ = 'America/Los_Angeles';
      expect(date('2026-02-01')).toContain('1');
      expect(date('2026-02-01')).not.toContain('31');
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
