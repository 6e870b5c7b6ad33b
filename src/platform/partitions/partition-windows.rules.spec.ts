import { firstIdAt } from '../domain/id';
import type { Partition } from './partition';
import { conditionOf, windowsOf, windowsWithin } from './partition-windows.rules';

const at = (day: number): Date => new Date(Date.UTC(2030, 0, 1 + day));
const DEFAULT: Partition = { name: 'default', lower: null, upper: null, isDefault: true };
const days = (from: number, to: number): Partition[] =>
  Array.from({ length: to - from }, (_, index) => ({
    name: `day ${from + index}`,
    lower: at(from + index),
    upper: at(from + index + 1),
    isDefault: false,
  }));
const LEGACY: Partition = { name: 'legacy', lower: null, upper: at(0), isDefault: false };

describe('windows of partitions', () => {
  it('follow each other without a gap, and have as many partitions as one list may lock', () => {
    const windows = windowsOf([DEFAULT, ...days(0, 28)], 8);
    expect(windows[0]?.from).toBeNull();
    expect(windows.at(-1)?.to).toBeNull();
    for (const [index, { to }] of windows.slice(0, -1).entries()) expect(windows[index + 1]?.from).toBe(to);
    for (const { from, to } of windows) {
      const inside = days(0, 28).filter(
        ({ lower }) => lower !== null && (from === null || lower >= from) && (to === null || lower < to),
      );
      expect((inside.length + 3) * 9).toBeLessThanOrEqual(90);
    }
  });

  it('are one where there are few partitions', () => {
    expect(windowsOf([DEFAULT, ...days(0, 5)], 8)).toEqual([{ from: null, to: null, legacyEnd: null }]);
    expect(windowsOf([], 8)).toHaveLength(1);
  });

  it('that have no row of the times in question are left out', () => {
    const windows = windowsOf([DEFAULT, ...days(0, 28)], 8);
    expect(windowsWithin(windows, { from: undefined, to: undefined })).toEqual(windows);
    expect(windowsWithin(windows, { from: at(27), to: undefined })).toEqual([windows.at(-1)]);
    expect(windowsWithin(windows, { from: undefined, to: at(-1) })).toEqual([windows[0]]);
  });

  it('select by id, and rows from before the partitions by creation time alone', () => {
    const windows = windowsOf([LEGACY, DEFAULT, ...days(0, 10)], 8);
    const [oldest, newest] = windows.map((it) => conditionOf(it, 'row', (value) => value));
    const [time, id] = [at(3).toISOString(), firstIdAt(at(3))];
    expect(oldest).toBe(`row.created_at < ${time} AND (row.id < ${id})`);
    expect(newest).toBe(`row.created_at >= ${time} AND (row.id >= ${id} OR row.id < ${firstIdAt(at(0))})`);
  });
});
