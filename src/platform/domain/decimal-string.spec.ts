import fc from 'fast-check';
import { compareDecimals, decimalsOf, isDecimalString, plainDecimal } from './decimal-string';

describe('isDecimalString', () => {
  it.each(['0', '-1', '0.0025', '20.00', '9'.repeat(30), `0.${'1'.repeat(20)}`])('accepts %s', (text) => {
    expect(isDecimalString(text)).toBe(true);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '5.',
    '1e3',
    'NaN',
    '0x1',
    '1,5',
    '٣',
    '9'.repeat(31),
    1,
    null,
    ['1'],
  ])('refuses %p', (value) => {
    expect(isDecimalString(value)).toBe(false);
  });
});

describe('plainDecimal', () => {
  it.each([
    ['20.00', '20'],
    ['5.50', '5.5'],
    ['007', '7'],
    ['-0.0', '0'],
    ['0.00000000000000000001', '0.00000000000000000001'],
    ['9'.repeat(30), '9'.repeat(30)],
  ])('turns %s into %s', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain);
  });

  it('returns an equal value, and does not change its own output', () => {
    const decimal = fc.stringMatching(/^-?\d{1,30}\.\d{1,20}$/);
    fc.assert(
      fc.property(decimal, (text) => {
        const plain = plainDecimal(text);
        expect([compareDecimals(plain, text), plainDecimal(plain)]).toEqual([0, plain]);
      }),
    );
  });
});

describe('decimalsOf', () => {
  it('does not count trailing zeros', () => {
    expect(['5', '5.50', '5.0025'].map(decimalsOf)).toEqual([0, 1, 4]);
  });
});
