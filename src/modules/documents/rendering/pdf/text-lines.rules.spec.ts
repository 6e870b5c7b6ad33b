import fc from 'fast-check';
import { breakLines, printable } from './text-lines.rules';

/** As if every character were one wide. */
const widthOf = (text: string): number => [...text].length;

describe('lines of text', () => {
  it.each([
    ['after blanks', 'one two three', 7, ['one two', 'three']],
    ['within a word that is too long', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['between ideographs', '日本株式会社', 4, ['日本株式', '会社']],
    ['at line feeds', 'one\ntwo\r\n\nthree', 9, ['one', 'two', '', 'three']],
    ['nowhere in empty text', '', 9, ['']],
  ])('break %s', (_, text, width, lines) => {
    expect(breakLines(text, width, widthOf)).toEqual(lines);
  });

  it('keep every character but blanks, and are never too wide', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'Ł', '日', '글', ' ', '-'), maxLength: 60 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 12 }), (text, width) => {
        const lines = breakLines(text, width, widthOf);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('have composed characters and no controls', () => {
    expect(printable('Łódz\u0301\u202E\u0007\tend')).toBe('Łódź end');
  });
});
