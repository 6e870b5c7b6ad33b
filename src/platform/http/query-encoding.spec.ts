import { undecodableParameters } from './query-encoding';

describe('undecodableParameters', () => {
  it.each([
    ['a truncated escape', 'a=%E'],
    ['a lone percent sign', 'a=100%'],
    ['an escape that is not hexadecimal', 'a=%zz'],
    ['Latin-1', 'a=%E4'],
    ['an overlong encoding', 'a=%C0%AF'],
    ['a surrogate', 'a=%ED%A0%80'],
    ['a code point beyond U+10FFFF', 'a=%F5%80%80%80'],
    ['a truncated character', 'a=%F0%9F%A6&b=1'],
  ])('names the parameter with %s', (_, query) => {
    expect(undecodableParameters(`/v1/customers?${query}`)).toEqual(['a']);
  });

  it('names a parameter whose own name cannot be decoded by the query, and each name once', () => {
    expect(undecodableParameters('/?%E4=1')).toEqual(['query']);
    expect(undecodableParameters('/?b+c=%&%ff&d=%&d=%&e=1')).toEqual(['b c', 'query', 'd']);
  });

  it.each([
    '/',
    '/%ff',
    '/?',
    '/?a',
    '/?a=&b',
    '/?a=b=c',
    '/?a+b=c+d',
    '/?a=%F0%9F%A6%9C',
    '/?a=%EF%BF%BD',
    '/?%25=%25',
  ])('accepts %s', (url) => {
    expect(undecodableParameters(url)).toEqual([]);
  });
});
