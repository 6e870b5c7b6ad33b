import { csvFields, csvRecord } from './csv';

describe('csvRecord', () => {
  it.each([
    [['a', 'b'], 'a,b'],
    [[1, -2, true, null, ''], '1,-2,true,,'],
    [['a,b', 'say "hi"', 'two\nlines', 'c\rd'], '"a,b","say ""hi""","two\nlines","c\rd"'],
    [['ünï 😀'], 'ünï 😀'],
  ])('writes %j as RFC 4180 says', (cells, record) => {
    expect(csvRecord(cells)).toBe(`${record}\r\n`);
  });

  it.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\tx', '=HYPERLINK("http://x")', '-1+1', '+1'])(
    'puts an apostrophe before %j',
    (text) => {
      expect(csvRecord([text]).replaceAll('"', '')).toBe(`'${text.replaceAll('"', '')}\r\n`);
    },
  );

  it.each(['-1', '-0.25', '12', 'a=b', 'a-b'])('leaves %j as it is', (text) => {
    expect(csvRecord([text])).toBe(`${text}\r\n`);
  });
});

describe('csvFields', () => {
  it('reads fields by their names', () => {
    const columns = csvFields<{ id: string; n: number | null }>('id', 'n');
    expect(columns.map(([name, value]) => [name, value({ id: 'x', n: null })])).toEqual([
      ['id', 'x'],
      ['n', null],
    ]);
  });
});
