import { firstIdAt, instantOf, newId } from './id';

describe('newId', () => {
  it('returns a UUIDv7 with the given timestamp', () => {
    const at = new Date('2026-03-01T10:00:00.123Z');
    const id = newId(at);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(instantOf(id)).toBe(at.getTime());
  });

  it('returns IDs that sort by time', () => {
    const earlier = newId(new Date(1_000));
    const later = newId(new Date(2_000));
    expect(earlier < later).toBe(true);
  });

  it('returns IDs that sort in the order of the calls, even for one instant', () => {
    const at = new Date('2026-03-01T10:00:00.123Z');
    const ids = Array.from({ length: 200 }, (_, index) => {
      newId(new Date(at.getTime() + index));
      return newId(at);
    });
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('firstIdAt', () => {
  it('returns the lower bound of the IDs of a millisecond, above every earlier ID', () => {
    const at = new Date('2026-03-01T10:00:00.123Z');
    const before = newId(new Date(at.getTime() - 1));
    for (let i = 0; i < 100; i++) expect(firstIdAt(at) <= newId(at)).toBe(true);
    expect(before < firstIdAt(at)).toBe(true);
  });
});
