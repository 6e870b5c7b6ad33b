import { TOKEN, earliest, hashToken, newToken } from './session.rules';

describe('session tokens', () => {
  it('have 256 random bits in the characters of cookies', () => {
    const tokens = Array.from({ length: 100 }, newToken);
    expect(tokens.filter((it) => !TOKEN.test(it))).toEqual([]);
    expect(new Set(tokens).size).toBe(100);
    expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32);
  });

  it('are stored as SHA-256', () => {
    const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hashToken('abc')).toBe(hash);
    expect(hashToken('eu1.abc')).toBe(hash); // the tag of a cell is for proxies only
  });

  it('may have the tag of a cell', () => {
    expect(TOKEN.test(`eu1.${newToken()}`)).toBe(true);
    expect(TOKEN.test(`EU.${newToken()}`)).toBe(false);
  });
});

describe('earliest', () => {
  it('ignores instants that never come', () => {
    const [one, two] = [new Date(1), new Date(2)];
    expect(earliest(two, null)).toBe(two);
    expect(earliest(two, null, one)).toBe(one);
    expect(earliest(one, two)).toBe(one);
  });
});
