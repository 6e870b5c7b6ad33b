import {
  RAW_KEY,
  earlierExpiry,
  endOfOverlap,
  hashRawKey,
  isUsable,
  modeOf,
  newRawKey,
  outlives,
  prefixOf,
} from './api-key.rules';

const now = new Date('2026-05-01T00:00:00Z');
const later = new Date('2026-05-01T01:00:00Z');

describe('newRawKey', () => {
  it.each(['live', 'test'] as const)('is svc_%s_ and 43 base62 characters, never the same', (mode) => {
    const keys = Array.from({ length: 200 }, () => newRawKey(mode, null));
    expect(keys.every((key) => RAW_KEY.test(key) && key.startsWith(`svc_${mode}_`))).toBe(true);
    expect(keys.every((key) => modeOf(prefixOf(key)) === mode)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is stored as a hash and shown by its first 17 characters', () => {
    const key = newRawKey('live', null);
    expect(hashRawKey(key)).toMatch(/^[0-9a-f]{64}$/);
    expect(prefixOf(key)).toBe(key.slice(0, 17));
  });

  it.each(['live', 'test'] as const)(
    'has the tag of a cell after svc_%s_, and shows 8 characters after it',
    (mode) => {
      const key = newRawKey(mode, 'eu1');
      expect(key).toMatch(new RegExp(`^svc_${mode}_eu1_[0-9A-Za-z]{43}$`));
      expect(RAW_KEY.test(key)).toBe(true);
      expect(prefixOf(key)).toBe(key.slice(0, `svc_${mode}_eu1_`.length + 8));
      expect(modeOf(prefixOf(key))).toBe(mode);
    },
  );
});

describe('isUsable', () => {
  it('ends with revocation and, to the millisecond, with expiry', () => {
    expect(isUsable({ status: 'active', expiresAt: null }, now)).toBe(true);
    expect(isUsable({ status: 'revoked', expiresAt: null }, now)).toBe(false);
    expect(isUsable({ status: 'active', expiresAt: now }, now)).toBe(false);
    expect(isUsable({ status: 'active', expiresAt: new Date(now.getTime() + 1) }, now)).toBe(true);
  });
});

describe('endOfOverlap', () => {
  it('is after the overlap, but never extends a key', () => {
    expect(endOfOverlap(null, 3600, now)).toEqual(later);
    expect(endOfOverlap(null, 0, now)).toEqual(now);
    expect(endOfOverlap(now, 3600, now)).toEqual(now);
  });
});

describe('expiries', () => {
  it('earlierExpiry treats null as never', () => {
    expect(earlierExpiry(null, null)).toBeNull();
    expect(earlierExpiry(now, null)).toBe(now);
    expect(earlierExpiry(null, now)).toBe(now);
    expect(earlierExpiry(later, now)).toBe(now);
  });

  it('outlives compares to the millisecond and treats null as never', () => {
    expect(outlives(null, null)).toBe(false);
    expect(outlives(later, null)).toBe(false);
    expect(outlives(null, now)).toBe(true);
    expect(outlives(later, now)).toBe(true);
    expect(outlives(now, now)).toBe(false);
  });
});
