import fc from 'fast-check';
import { cursorText, fitsType, listDigest, parseCursor, type Cursor } from './cursor';

const ID = '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21';
const position = (value: string | null) => ({ id: ID, value, inclusive: false });
const encoded = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('cursors of lists', () => {
  it('parsing returns the cursor that the text was made of', () => {
    const anyCursor: fc.Arbitrary<Cursor> = fc.record({
      list: fc.string().map(listDigest),
      position: fc.record({
        id: fc.uuid(),
        value: fc.option(fc.string({ unit: 'binary' })),
        inclusive: fc.boolean(),
      }),
    });
    fc.assert(
      fc.property(anyCursor, (cursor) => {
        const text = cursorText(cursor);
        expect(text).toMatch(/^[\w-]+$/);
        expect(parseCursor(text)).toEqual(cursor);
      }),
    );
  });

  it('parsing never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((it) => Buffer.from(it).toString('base64url')),
        ),
        (text) => {
          expect(parseCursor(text)).toBeNull();
        },
      ),
    );
  });

  it('any other text is not a cursor', () => {
    const valid = encoded(['list', ID, null, false]);
    expect(parseCursor(valid)).not.toBeNull();
    const others = [
      '',
      ID,
      `${valid}=`,
      `${valid}!`,
      ` ${valid}`,
      valid.slice(0, -1),
      encoded(null),
      encoded({}),
      encoded(['list', ID, null]),
      encoded(['list', ID, null, false, 1]),
      encoded(['list', ID, null, 0]),
      encoded(['list', ID, 5, false]),
      encoded(['list', 'id', null, false]),
      encoded([1, ID, null, false]),
    ];
    for (const text of others) expect([text, parseCursor(text)]).toEqual([text, null]);
  });

  it.each<[string | null, (string | null)[], (string | null)[]]>([
    [null, [null], ['', '2026-01-31T12:00:00.000Z']],
    [
      'timestamptz',
      ['2026-01-31T12:00:00.123Z', '0001-01-01T00:00:00.000Z'],
      [
        null,
        '',
        'now',
        '2026-01-31',
        '2026-02-30T12:00:00.000Z',
        '2026-01-31T12:00:00Z',
        '2026-01-31T12:00:00.1234Z',
      ],
    ],
    ['date', ['2026-01-31'], [null, '2026-02-30', '0000-01-01', 'today']],
    ['integer', ['0', '-1', '2147483647'], [null, '', '1.5', '2147483648', '1e3', 'NaN']],
    ['bigint', ['9223372036854775807'], [null, '', '9223372036854775808', '99999999999999999999999']],
    ['text', ['', 'ä', "'; DROP TABLE customers"], [null, 'a\0b', '\ud800']],
  ])('a list sorted by %s accepts only values of its column', (type, accepted, refused) => {
    for (const value of accepted) expect([value, fitsType(position(value), type)]).toEqual([value, true]);
    for (const value of refused) expect([value, fitsType(position(value), type)]).toEqual([value, false]);
  });

  it('a list cannot be sorted by a column of an unknown type', () => {
    expect(() => fitsType(position('1.5'), 'numeric')).toThrow('numeric');
  });
});
