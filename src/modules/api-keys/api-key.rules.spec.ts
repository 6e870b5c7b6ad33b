import { ValidationFailedError } from '../../platform/errors/app-error';
import {
  RAW_KEY,
  endOfOverlap,
  expiryOfNewKey,
  hashRawKey,
  isUsable,
  newRawKey,
  prefixOf,
} from './api-key.rules';

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

describe('expiryOfNewKey', () => {
  const latest = new Date('2026-05-01T02:00:00Z');

  it('the new key keeps the expiry of the old one, but never outlives the requesting key', () => {
    expect(expiryOfNewKey(undefined, null, null, now)).toBeNull();
    expect(expiryOfNewKey(undefined, later, null, now)).toEqual(later);
    expect(expiryOfNewKey(undefined, later, latest, now)).toEqual(later);
    expect(expiryOfNewKey(undefined, latest, later, now)).toEqual(later);
    expect(expiryOfNewKey(undefined, null, later, now)).toEqual(later);
  });

  it('a requested expiry must be in the future and must not outlive the requesting key', () => {
    expect(expiryOfNewKey(latest, later, null, now)).toEqual(latest);
    expect(expiryOfNewKey(null, later, null, now)).toBeNull();
    expect(expiryOfNewKey(later, null, later, now)).toEqual(later);
    for (const [requested, limit] of [
      [now, null],
      [latest, later],
      [null, later],
    ] as const)
      expect(() => expiryOfNewKey(requested, null, limit, now)).toThrow(ValidationFailedError);
  });
});
