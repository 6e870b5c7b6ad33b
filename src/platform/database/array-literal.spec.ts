import { plainArray, textArray } from './array-literal';

describe('array literals', () => {
  it('plainArray writes values without quotes, and null as NULL', () => {
    expect(plainArray(['a-1', 2, true, null])).toBe('{a-1,2,true,NULL}');
    expect(plainArray([])).toBe('{}');
  });

  it('textArray quotes texts, and escapes quotes and backslashes', () => {
    expect(textArray(['a', '', 'NULL', '{b,c}'])).toBe('{"a","","NULL","{b,c}"}');
    expect(textArray([''])).toBe('{""}');
    expect(textArray([])).toBe('{}');
    expect(textArray(['a', '', 'NULL', null, '{b,c}', 'say "x"', 'back\\slash'])).toBe(
      '{"a","","NULL",NULL,"{b,c}","say \\"x\\"","back\\\\slash"}',
    );
  });
});
