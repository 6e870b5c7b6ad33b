import { csvRecord } from './csv-record';

describe('csvRecord', () => {
  it.each([
    [null, ''],
    ['', '""'],
    ['plain text', 'plain text'],
    ['Łódź, 日本', '"Łódź, 日本"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' padded ', '" padded "'],
    [-1200, '-1200'],
    [0, '0'],
    [true, 'true'],
    ['-5', `"'-5"`],
    ['=cmd|calc', `"'=cmd|calc"`],
    ['+49 30', `"'+49 30"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['＝1', `"'＝1"`],
    ['a=b', 'a=b'],
  ])('%j is written as %j', (cell, text) => {
    expect(csvRecord([cell])).toBe(`${text}\r\n`);
  });
});
