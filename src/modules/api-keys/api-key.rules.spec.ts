import { RAW_KEY, endOfOverlap, hashRawKey, isUsable, newRawKey, prefixOf } from './api-key.rules';

const now = new Date('2026-05-01T00:00:00Z');
const later = new Date('2026-05-01T01:00:00Z');

describe('newRawKey', () => {
  it('returns svc_live_ and 43 random base62 characters', () => {
    const keys = Array.from({ length: 200 }, newRawKey);
    expect(keys.every((key) => RAW_KEY.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('a raw key has a hex SHA-256 hash and a prefix of 17 characters', () => {
    const key = newRawKey();
    expect(hashRawKey(key)).toMatch(/^[0-9a-f]{64}$/);
    expect(prefixOf(key)).toBe(key.slice(0, 17));
  });
});

describe('isUsable', () => {
  it('a key is usable until it is revoked or reaches its expiry, to the millisecond', () => {
    expect(isUsable({ status: 'active', expiresAt: null }, now)).toBe(true);
    expect(isUsable({ status: 'revoked', expiresAt: null }, now)).toBe(false);
    expect(isUsable({ status: 'active', expiresAt: now }, now)).toBe(false);
    expect(isUsable({ status: 'active', expiresAt: new Date(now.getTime() + 1) }, now)).toBe(true);
  });
});

describe('endOfOverlap', () => {
  it('the old key expires after the overlap, or at its own expiry if that is earlier', () => {
    expect(endOfOverlap(null, 3600, now)).toEqual(later);
    expect(endOfOverlap(null, 0, now)).toEqual(now);
    expect(endOfOverlap(now, 3600, now)).toEqual(now);
  });
});
