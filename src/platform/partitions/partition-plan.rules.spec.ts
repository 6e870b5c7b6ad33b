import fc from 'fast-check';
import type { Partition } from './partition';
import { planPartitions, tooWide, widthInDays } from './partition-plan.rules';

const DAY_MS = 24 * 60 * 60 * 1000;
const at = (day: number): Date => new Date(Date.UTC(2030, 0, 1) + day * DAY_MS);
const DEFAULT: Partition = { name: 'default', lower: null, upper: null, isDefault: true };
const range = (from: number | null, to: number): Partition => ({
  name: `from ${from}`,
  lower: from === null ? null : at(from),
  upper: at(to),
  isDefault: false,
});

/** Carries the plans of one day after the other out. */
function live(days: readonly number[], retentionDays: number | null): Partition[][] {
  let partitions: Partition[] = [DEFAULT];
  return days.map((day) => {
    const { make, retire } = planPartitions(partitions, retentionDays, at(day));
    partitions = partitions
      .filter((it) => !retire.includes(it.name))
      .concat(make.map((it) => ({ ...it, name: it.lower.toISOString(), isDefault: false })));
    return partitions;
  });
}

describe('partitions', () => {
  it('are made a week ahead', () => {
    const { make } = planPartitions([DEFAULT, range(0, 3)], 10, at(2.5));
    expect(make[0]).toEqual({ lower: at(3), upper: at(4) });
    expect(make.at(-1)?.upper).toEqual(at(9));
    expect(planPartitions([DEFAULT, range(0, 9)], 10, at(2.5)).make).toEqual([]);
  });

  it('begin today in a new table, and go on where the old rows end', () => {
    expect(planPartitions([DEFAULT], null, at(0.7)).make).toEqual([{ lower: at(0), upper: at(365) }]);
    expect(planPartitions([DEFAULT, range(null, 5)], null, at(0)).make).toEqual([
      { lower: at(5), upper: at(370) },
    ]);
  });

  it('expire when their last row does, and never without a retention', () => {
    const partitions = [range(null, 1), range(1, 2), range(2, 3), DEFAULT];
    expect(planPartitions(partitions, 10, at(11.9)).retire).toEqual(['from null']);
    expect(planPartitions(partitions, 10, at(12)).retire).toEqual(['from null', 'from 1']);
    expect(planPartitions(partitions, null, at(10_000)).retire).toEqual([]);
  });

  it.each([1, 7, 20, 21, 90, 365, 3650, 36_500])(
    'are at most 32 and cover the present, with %d days of retention',
    (retentionDays) => {
      const days = Array.from({ length: 1500 }, (_, index) => index * Math.max(1, retentionDays / 300));
      for (const [index, partitions] of live(days, retentionDays).entries()) {
        const now = at(days[index] ?? 0);
        expect(partitions.length).toBeLessThanOrEqual(32);
        const covers = partitions.some(
          (it) => it.lower !== null && it.lower <= now && now < (it.upper ?? now),
        );
        expect(covers).toBe(true);
      }
    },
  );

  it('are few after a pause of any length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 36_500 }),
        (pause, retention) => {
          const [, partitions = []] = live([0, pause], retention);
          expect(partitions.length).toBeLessThanOrEqual(32);
        },
      ),
    );
  });

  it('that are never dropped become wider, and are at most 32 for 27 years', () => {
    const days = Array.from({ length: 99 }, (_, index) => index * 100);
    for (const partitions of live(days, null)) expect(partitions.length).toBeLessThanOrEqual(32);
    expect(widthInDays(null, 20 * 730)).toBe(730);
  });
});

describe('partitions that are too wide for a shorter retention', () => {
  it('end in a week, and later ones are dropped', () => {
    const partitions = [DEFAULT, range(-300, 165), range(165, 530)];
    expect(tooWide(partitions, 30, at(60))).toEqual({
      shorten: { partition: partitions[1], upper: at(67) },
      drop: ['from 165'],
    });
    expect(tooWide([range(null, 91)], 30, at(60)).shorten?.upper).toEqual(at(67));
  });

  it('stay as they are where they fit', () => {
    expect(tooWide([DEFAULT, range(-1, 1), range(1, 3), range(3, 5)], 40, at(0))).toEqual({
      shorten: null,
      drop: [],
    });
    expect(tooWide([range(-100, 900)], null, at(0))).toEqual({ shorten: null, drop: [] });
  });
});
