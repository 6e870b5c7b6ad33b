import fc from 'fast-check';
import { CURRENCIES, currencyExponent } from '../domain/currency';
import { Formats, LANGUAGES, localeOf, textIn, textKeysOf } from './index';

const plain = (text: string): string => text.replaceAll(/\s/gu, ' ');

describe('locales', () => {
  it.each([
    ['de', 'de'],
    ['DE_at', 'de-AT'],
    ['en-gb', 'en-GB'],
    ['fr-CA', 'fr-CA'],
  ])('%s is the locale %s', (given, expected) => {
    expect(localeOf(given)).toBe(expected);
  });

  it.each(['', 'xx', 'it', 'en-XX', 'en-GB-oed', 'de-', '-DE', 'english', 'de-AT-u-nu-latn'])(
    '%p is no locale',
    (given) => {
      expect(localeOf(given)).toBeNull();
    },
  );

  it('all languages have the same texts, with the same values', () => {
    expect(LANGUAGES).toEqual(expect.arrayContaining(['de', 'en', 'es', 'fr']));
    const keys = textKeysOf('en');
    const namesIn = (language: string, key: string): string[] => {
      const names: string[] = [];
      const any = new Proxy({}, { get: (_, name) => (names.push(String(name)), '') });
      textIn(language, key, any);
      return names.sort();
    };
    for (const language of LANGUAGES) {
      expect(textKeysOf(language)).toEqual(keys);
      for (const key of keys) expect(namesIn(language, key)).toEqual(namesIn('en', key));
    }
  });

  it('a text contains the given values; a missing one is an error', () => {
    expect(textIn('de-AT', 'period_of', { from: 'A', to: 'B' })).toBe('A bis B');
    expect(() => textIn('de', 'period_of', { from: 'A' })).toThrow('needs the value to');
    expect(() => textIn('de', 'nothing')).toThrow('no text "nothing"');
  });
});

describe('formats', () => {
  it('follow the locale', () => {
    const of = (locale: string): string[] => {
      const formats = new Formats(locale);
      return [
        formats.money(1234560n, 'EUR'),
        formats.money(1234560n, 'JPY'),
        formats.price('0.0005', 'USD'),
        formats.quantity('1500.25', 'C62'),
        formats.quantity('2', 'DAY'),
        formats.quantity('2', 'KWH'),
        formats.percent('5.5'),
        formats.date('2026-03-01'),
      ].map(plain);
    };
    expect(of('en')).toEqual([
      '€12,345.60',
      '¥1,234,560',
      '$0.0005',
      '1,500.25',
      '2 days',
      '2 kWh',
      '5.5%',
      'March 1, 2026',
    ]);
    expect(of('de')).toEqual([
      '12.345,60 €',
      '1.234.560 ¥',
      '0,0005 $',
      '1.500,25',
      '2 Tage',
      '2 kWh',
      '5,5 %',
      '1. März 2026',
    ]);
    expect(of('fr').slice(0, 1)).toEqual(['12 345,60 €']);
    expect(of('es').slice(-1)).toEqual(['1 de marzo de 2026']);
  });

  it('an amount keeps every digit in every currency', () => {
    const formats = new Formats('en');
    const cents = fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) });
    fc.assert(
      fc.property(cents, fc.constantFrom(...CURRENCIES), (amount, currency) => {
        const text = formats.money(amount, currency);
        const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
        expect(fraction).toHaveLength(currencyExponent(currency));
        expect(BigInt(text.replaceAll(/\D/g, ''))).toBe(amount);
      }),
      { numRuns: 200 },
    );
  });
});
