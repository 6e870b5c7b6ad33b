import * as fc from 'fast-check';
import { UsageError } from '../failure.js';
import { fieldsOf } from './csv.js';
import { columnsOf, EventReader } from './events.js';
import type { RawRecord } from './records.js';

const record = (text: string, line = 7): RawRecord => ({
  line,
  text,
  end: 0,
  nextLine: line + 1,
  problem: null,
});

describe('fieldsOf', () => {
  it('returns the fields of any row', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ') });
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), (fields) => {
        const row = fields.map((it) => (/[",\n]/.test(it) ? `"${it.replaceAll('"', '""')}"` : it)).join(',');
        expect(fieldsOf(row)).toEqual(fields);
      }),
    );
  });

  it.each([
    ['a"b,c', 'A field has a quote in it, but does not begin with one.'],
    ['"a', 'A quoted field is not closed.'],
    ['"a"b,c', 'A quoted field is followed by text.'],
  ])('refuses %s', (row, message) => {
    expect(() => fieldsOf(row)).toThrow(message);
  });
});

describe('an event of a CSV row', () => {
  const reader = new EventReader(columnsOf(record('transaction_id, code,timestamp,gb,__proto__')), 'file');

  it('has the fields of the API, and the other columns as properties', () => {
    expect(JSON.stringify(reader.eventOf(record('t1,storage,1769860800,12.50,x')))).toBe(
      '{"transaction_id":"t1","code":"storage","timestamp":1769860800,"properties":{"gb":"12.50","__proto__":"x"}}',
    );
  });

  it('leaves out empty fields, and gets a transaction_id from its line number', () => {
    const event = { transaction_id: 'file_7', code: 'storage', timestamp: '2026-01-31T12:00:00Z' };
    expect(reader.eventOf(record(',storage,2026-01-31T12:00:00Z,,'))).toEqual(event);
  });

  it.each([
    ['a,a,code', 'the column "a" twice'],
    ['id,metric', 'no column "code"'],
    ['"code', 'not CSV'],
  ])('is refused for the header %s', (header, message) => {
    expect(() => columnsOf(record(header))).toThrow(UsageError);
    expect(() => columnsOf(record(header))).toThrow(message);
  });
});

describe('an event of an NDJSON line', () => {
  const reader = new EventReader(null, 'file');

  it('is the object of the line', () => {
    expect(
      reader.eventOf(record('{"code":"calls","properties":{"n":0.00000123,"s":"12345678901234567"}}')),
    ).toEqual({
      transaction_id: 'file_7',
      code: 'calls',
      properties: { n: 0.00000123, s: '12345678901234567' },
    });
  });

  it.each(['12345678901234567', '0.12345678901234567', '-1.2345678901234567e3', '1e400'])(
    'is refused with the number %s, which JavaScript would round',
    (number) => {
      expect(() => reader.eventOf(record(`{"code":"calls","properties":{"n":${number}}}`))).toThrow(
        `The number ${number.replace('-', '')} has more than 15 digits. Write it as a string.`,
      );
    },
  );

  it.each(['[]', 'null', '"x"', '{"code"'])('is refused for %s', (text) => {
    expect(() => reader.eventOf(record(text))).toThrow(/^The line is not (a JSON object\.|JSON: )/);
  });
});
