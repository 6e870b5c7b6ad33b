import fc from 'fast-check';
import { ExactNumber, parseExactJson, writeJson } from './exact-json';

describe('parseExactJson', () => {
  it.each([
    ['616581622363398143', '616581622363398143'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740993.50', '9007199254740993.5'],
    ['0.12345678901234567890', '0.1234567890123456789'],
    ['12345678901234567891e3', '12345678901234567891000'],
    ['1234567890123456789.1E-22', '0.00012345678901234567891'],
    ['-0.00000000012345678901234567', '-0.00000000012345678901234567'],
    ['1.0e309', `1${'0'.repeat(309)}`],
    ['1e-330', `0.${'0'.repeat(329)}1`],
  ])('keeps every digit of %s', (sent, expected) => {
    expect(parseExactJson(`{"a": [ ${sent}]}`)).toEqual({ a: [new ExactNumber(expected)] });
    expect(writeJson(parseExactJson(`{"a":{"b":${sent}}}`))).toBe(`{"a":{"b":${expected}}}`);
  });

  it.each([
    '9007199254740991',
    '616581622363398100',
    '0.30000000000000004',
    '1.50000000000000000000000000',
    '100000000000000000000000',
    '1e23',
    '-0e7',
    '5e-324',
    '1.7976931348623157e308',
    '0.0000001000000000000',
  ])('returns %s, which a double represents, as a number', (sent) => {
    expect(parseExactJson(`[${sent}]`)).toEqual([Number(sent)]);
  });

  it('returns a number with more than 400 digits on one side as sent, and not storable', () => {
    const digits = '1'.repeat(401);
    for (const sent of ['1e400', '1e-401', digits, `0.${digits}`, '1e999999999999999999999']) {
      const [number] = parseExactJson(`[${sent}]`) as [ExactNumber];
      expect([number.text, number.isStorable]).toEqual([sent, false]);
    }
    expect(parseExactJson('[1e399, 1e-400]')).toMatchObject([{ isStorable: true }, { isStorable: true }]);
  });

  it('leaves strings with digits, quotes and backslashes alone', () => {
    const value = {
      '"1e5, 12345678901234567890': ['\\"', ' 12345678901234567890', '\\\\', 'x: 1e999'],
      n: 1e30,
    };
    expect(parseExactJson(JSON.stringify(value))).toEqual(value);
  });

  it('throws for what JSON.parse refuses', () => {
    for (const text of ['', '{"a":12345678901234567890', '[1e]', '[01234567890123456789]', '["a\n"]']) {
      expect(() => parseExactJson(text)).toThrow(SyntaxError);
    }
  });

  it('agrees with JSON.parse on every value that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
        expect(writeJson(parseExactJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('writes the number that it has parsed', () => {
    const digits = fc.stringMatching(/^(?:[1-9]\d{0,40})$/);
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: -60, max: 60 }), (whole, fraction, exponent) => {
        const written = writeJson(parseExactJson(`[${whole}.${fraction}e${exponent}]`)).slice(1, -1);
        expect(scaled(written)).toBe(scaled(`${whole}.${fraction}e${exponent}`));
      }),
    );
  });
});

/** Returns the number times 10^200. */
function scaled(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(200 + Number(exponent) - fraction.length);
}
