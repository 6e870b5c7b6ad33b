import { LOCALES, localeFile, textsOf } from './locales';

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([it]) => it).sort();

describe('locales', () => {
  const english = localeFile('en').texts;

  it('have a file each', () => {
    expect(LOCALES).toEqual(expect.arrayContaining(['de', 'en', 'es', 'fr']));
  });

  it.each(LOCALES)('%s has every text, with the same values, and no other', (locale) => {
    const { texts } = localeFile(locale);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      expect({ key, values: placeholders(text) }).toEqual({ key, values: placeholders(english[key] ?? '') });
      expect(text.trim()).not.toBe('');
    }
  });

  it.each(LOCALES)('%s names its language, and formats that exist', (locale) => {
    const { name, formats } = localeFile(locale);
    expect(name).not.toBe('');
    expect(Intl.NumberFormat.supportedLocalesOf(formats)).toEqual([formats]);
    expect(formats.split('-')[0]).toBe(locale.split('-')[0]);
  });

  it('put values into texts, as they are', () => {
    expect(textsOf('de')('document.title', { kind: 'Rechnung', number: '$& {kind}' })).toBe(
      'Rechnung $& {kind}',
    );
  });

  it('throw for an unknown locale, an unknown key and a missing value', () => {
    expect(() => textsOf('xx')).toThrow('no texts for the locale xx');
    expect(() => textsOf('en')('document.none')).toThrow('no text document.none');
    expect(() => textsOf('en')('document.title', { kind: 'Invoice' })).toThrow('needs the value number');
  });
});
