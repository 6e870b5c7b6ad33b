import * as fc from 'fast-check';
import { MAX_RECORD_BYTES, RecordSplitter, type RawRecord, type Start } from './records.js';

/** Splits bytes that arrive in chunks of a size. */
function split(bytes: Buffer, isQuoted: boolean, size = bytes.length + 1, start?: Start): RawRecord[] {
  const splitter = new RecordSplitter(isQuoted, start);
  const records: RawRecord[] = [];
  for (let at = start?.offset ?? 0; at < bytes.length; at += size) {
    records.push(...splitter.push(bytes.subarray(at, at + size)));
  }
  return [...records, ...splitter.end()];
}

const texts = (records: RawRecord[]): string[] => records.map((it) => it.text);
const CLOSED = 'The line has a quote that is not closed.';

describe('RecordSplitter', () => {
  it('splits at line breaks outside of quotes, and counts lines', () => {
    const csv = Buffer.from('\ufeffa,b\r\n"1\n""2\n",x\nlast');
    expect(split(csv, true).map(({ line, text }) => [line, text])).toEqual([
      [1, 'a,b'],
      [2, '"1\n""2\n",x'],
      [5, 'last'],
    ]);
    expect(texts(split(csv, false))).toEqual(['a,b', '"1', '""2', '",x', 'last']);
  });

  it('returns the same records for chunks of any size, and from any record on', () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', '"', '\n', ',', '\r') });
    const quoted = field.map((it) => `"${it.replaceAll('"', '""')}"`);
    const file = fc.array(fc.array(quoted, { minLength: 1, maxLength: 3 }).map((it) => it.join(',')));
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 9 }), fc.nat(), (rows, size, pick) => {
        const bytes = Buffer.from(rows.map((it) => `${it}\n`).join(''));
        const all = split(bytes, true);
        expect(texts(all)).toEqual(rows);
        expect(split(bytes, true, size)).toEqual(all);
        const from = all[pick % Math.max(1, all.length)];
        if (from === undefined) return;
        const rest = split(bytes, true, size, { offset: from.end, line: from.nextLine });
        expect(rest).toEqual(all.slice(all.indexOf(from) + 1));
      }),
    );
  });

  it('loses one line to a quote that is not closed', () => {
    const records = split(Buffer.from('a\nb"b\nc\nd'), true);
    expect(records.map(({ line, text, problem }) => [line, text, problem])).toEqual([
      [1, 'a', null],
      [2, 'b"b', CLOSED],
      [3, 'c', null],
      [4, 'd', null],
    ]);
  });

  it.each([true, false])(
    'skips a record that is too long (quoted: %s), and keeps its beginning',
    (isQuoted) => {
      const bytes = Buffer.from(
        `a\n${'x'.repeat(3 * MAX_RECORD_BYTES)}\nb\n${'y'.repeat(2 * MAX_RECORD_BYTES)}`,
      );
      const records = split(bytes, isQuoted, 64 * 1024);
      expect(records.map(({ line, text, problem }) => [line, text.slice(0, 2), problem])).toEqual([
        [1, 'a', null],
        [2, 'xx', 'The line is longer than 512 KiB.'],
        [3, 'b', null],
        [4, 'yy', 'The line is longer than 512 KiB.'],
      ]);
      expect(records.at(-1)?.end).toBe(bytes.length);
      expect(records[1]?.text).toHaveLength(1000);
    },
  );

  it('names a line that is not UTF-8', () => {
    const records = split(Buffer.from([0x61, 10, 0xff, 10, 0x62]), false);
    expect(records.map((it) => it.problem)).toEqual([null, 'The line is not valid UTF-8.', null]);
  });
});
