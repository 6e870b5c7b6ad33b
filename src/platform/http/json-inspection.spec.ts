import fc from 'fast-check';
import { MAX_JSON_DEPTH, MAX_JSON_KEYS, inspectJson } from './json-inspection';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('inspectJson', () => {
  it('finds a duplicate key, even one with escape sequences', () => {
    expect(inspectJson('{"a":1,"b":{"a":2},"a":3}')).toEqual({ kind: 'duplicate_key', key: 'a' });
    expect(inspectJson('{"a":1,"\\u0061":3}')).toEqual({ kind: 'duplicate_key', key: 'a' });
  });

  it('finds reserved keys, even ones with escape sequences', () => {
    expect(inspectJson('{"__proto__":{}}')?.kind).toBe('reserved_key');
    expect(inspectJson('{"b":"x,{","a":{"c":[1,{"d":2},{"e":[],"constructor":3}]}}')).toEqual({
      kind: 'reserved_key',
      key: 'a.c.2.constructor',
    });
    expect(inspectJson('{"x":[{"\\u005f_proto__":1}]}')?.kind).toBe('reserved_key');
  });

  it('finds nesting one level beyond the limit, and extremely deep nesting', () => {
    expect(inspectJson(nested(MAX_JSON_DEPTH))).toBeNull();
    expect(inspectJson(nested(MAX_JSON_DEPTH + 1))?.kind).toBe('too_deep');
    expect(inspectJson(nested(200_000))?.kind).toBe('too_deep');
  });

  it('finds an object with too many keys, counting each object separately', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
    const full = keys(MAX_JSON_KEYS);
    expect(inspectJson(JSON.stringify({ a: full, b: [full, full] }))).toBeNull();
    expect(inspectJson(JSON.stringify({ a: [full, keys(MAX_JSON_KEYS + 1)] }))).toEqual({
      kind: 'too_many_keys',
      key: `a.1.k${MAX_JSON_KEYS}`,
    });
  });

  it('ignores keys and punctuation inside strings', () => {
    expect(inspectJson('{"a":"{\\"a\\":1,\\"a\\":2}","b":["a","a"]}')).toBeNull();
  });

  it('finds nothing but reserved keys in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), (value) => {
        const finding = inspectJson(JSON.stringify(value));
        expect(finding === null || finding.kind === 'reserved_key').toBe(true);
      }),
    );
  });
});
