import fc from 'fast-check';
import { ExactNumber } from './exact-json';
import {
  isCountry,
  isDate,
  isDecimalWithin,
  isStorableText,
  isTimeZone,
  metadataProblems,
  parseDateTime,
  parseInstant,
  upperCaseLetters,
} from './field-rules';

describe('parseDateTime', () => {
  it('parses the output of toISOString for every instant', () => {
    const dates = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(dates, (at) => expect(parseDateTime(at.toISOString())).toEqual(at)));
  });

  it('parses offsets, and returns null for days that do not exist and for anything but RFC 3339', () => {
    expect(parseDateTime('2026-01-01T02:00:00+02:00')).toEqual(new Date('2026-01-01T00:00:00Z'));
    for (const bad of [
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '0000-06-01T00:00:00Z',
      '2026-01-01',
      '1767225600',
      '',
      5,
      null,
      {},
    ]) {
      expect(parseDateTime(bad)).toBeNull();
    }
  });
});

describe('the years 1 to 9999 of UTC', () => {
  it('limit date-times in every spelling, after the offset is applied', () => {
    expect(parseDateTime('0001-01-01T00:00:00Z')?.toISOString()).toBe('0001-01-01T00:00:00.000Z');
    expect(parseDateTime('0000-12-31T23:00:00-01:00')?.toISOString()).toBe('0001-01-01T00:00:00.000Z');
    expect(parseDateTime('9999-12-31T23:59:59.999Z')?.toISOString()).toBe('9999-12-31T23:59:59.999Z');
    for (const beyond of [
      '0000-01-01T00:00:00Z',
      '0000-12-31t23:59:59.9999z',
      '0001-01-01 00:00:00+00:01',
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59-00:01',
    ]) {
      expect([parseDateTime(beyond), parseInstant(beyond)]).toEqual([null, null]);
    }
  });
});

describe('parseInstant', () => {
  it.each([
    1793491199.9996,
    '1793491199.9996',
    '1793491199.99999999999999999999999',
    new ExactNumber('1793491199.9999999999'),
    '2026-10-31T23:59:59.9996Z',
    '2026-10-31T23:59:59.99999999999999999999Z',
    '2026-11-01T01:59:59.9999+02:00',
  ])('cuts %p to the millisecond', (value) => {
    expect(parseInstant(value)).toEqual(new Date('2026-10-31T23:59:59.999Z'));
  });

  it('reads the same instant from Unix seconds as from RFC 3339', () => {
    const seconds = fc.integer({ min: 0, max: 253_402_300_799 });
    fc.assert(
      fc.property(seconds, fc.stringMatching(/^\d{1,25}$/), (whole, fraction) => {
        const expected = parseInstant(new Date(whole * 1000).toISOString().replace('000Z', `${fraction}Z`));
        expect(parseInstant(`${whole}.${fraction}`)).toEqual(expected);
      }),
    );
  });

  it('reads small numbers and the last second, and refuses milliseconds and negative numbers', () => {
    expect(parseInstant(0.0000001)).toEqual(new Date(0));
    expect(parseInstant(-0)).toEqual(new Date(0));
    expect(parseInstant(253_402_300_799.5)).toEqual(new Date('9999-12-31T23:59:59.500Z'));
    for (const bad of [253_402_300_800, 1793491199000, -0.5, -1, 1e300, NaN, '1e9', '-1', ' 1', '1.', null]) {
      expect(parseInstant(bad)).toBeNull();
    }
  });
});

describe('isDate', () => {
  it('accepts existing dates in the form YYYY-MM-DD, and nothing else', () => {
    expect(['2026-01-31', '2028-02-29', '0001-01-01', '9999-12-31'].every(isDate)).toBe(true);
    const bad = [
      '2026-02-29',
      '2026-13-01',
      '0000-01-01',
      '2026-1-1',
      '2026-01-01T00:00:00Z',
      '',
      5,
      null,
      {},
    ];
    expect(bad.some(isDate)).toBe(false);
  });
});

describe('isCountry', () => {
  it('accepts only two ASCII letters in upper case, not letters whose upper case is ASCII', () => {
    expect(['FR', 'SE', 'IT', 'SS'].every(isCountry)).toBe(true);
    expect(
      ['fr', '\u017fe', '\u017fE', '\u0131t', '\u0131T', '\u00df', 'XX', 'FRA', '', 5, null].some(isCountry),
    ).toBe(false);
  });

  it('is preceded by a conversion to upper case, which changes ASCII letters only', () => {
    expect(['fr', 'Fr', '\u017fe', '\u0131t', '\u00df'].map(upperCaseLetters)).toEqual([
      ...['FR', 'FR', '\u017fe', '\u0131t', '\u00df'],
    ]);
  });
});

describe('isTimeZone', () => {
  it('accepts IANA names and refuses offsets and unknown names', () => {
    expect(['UTC', 'Europe/Paris', 'Pacific/Auckland'].every(isTimeZone)).toBe(true);
    expect(['', 'Mars/Base', '+02:00', 'constructor'].some(isTimeZone)).toBe(false);
  });
});

describe('metadataProblems', () => {
  const partsOf = (value: unknown): [string, string][] =>
    metadataProblems(value).map((it) => [it.part, it.code]);

  it('accepts keys of up to 40 characters and values of up to 500', () => {
    expect(partsOf({ a: 'b', b: '', ['k'.repeat(40)]: 'x'.repeat(500) })).toEqual([]);
    expect(partsOf({ ['😀'.repeat(40)]: '😀'.repeat(500) })).toEqual([]);
  });

  it('returns an error for each invalid entry', () => {
    expect(partsOf({ a: 1, b: 'x'.repeat(501), c: '\0', d: null, e: 'fine' })).toEqual([
      ['a', 'invalid_type'],
      ['b', 'too_long'],
      ['c', 'invalid_value'],
      ['d', 'invalid_type'],
    ]);
  });

  it.each([
    ['', 'too_short'],
    ['k'.repeat(41), 'too_long'],
    ['😀'.repeat(41), 'too_long'],
    ['\0', 'invalid_value'],
  ])('reports an invalid key on the object, without quoting the key', (key, code) => {
    expect(partsOf({ [key]: 'x', a: 1 })).toEqual([['', code]]);
  });
});

describe('isStorableText', () => {
  it('refuses NUL and unpaired surrogates', () => {
    expect(isStorableText('emoji 😀 \u2028')).toBe(true);
    expect(isStorableText('a\0b')).toBe(false);
    expect(isStorableText('\ud83d')).toBe(false);
  });
});

describe('isDecimalWithin', () => {
  const percent = { min: '0', max: '100', decimals: 4 };

  it('accepts the bounds and trailing zeros', () => {
    for (const value of ['0', '-0', '100', '100.0000', '5.5', '5.00010', '0.0001']) {
      expect(isDecimalWithin(value, percent)).toBe(true);
    }
  });

  it('refuses values that are out of bounds, have too many decimal places or are not decimal strings', () => {
    for (const value of ['-0.0001', '100.0001', '5.00001', '1e1', '', 5, null]) {
      expect(isDecimalWithin(value, percent)).toBe(false);
    }
  });
});
