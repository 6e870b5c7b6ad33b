import fc from 'fast-check';
import { formatDate, localDayOf } from '../../platform/calendar';
import { itemAt } from '../../platform/domain/item-at';
import { CountedDays } from './counted-days';
import { reportedDays } from './reported-days';

const QUARTER_MS = 15 * 60_000;
const ZONES = [
  'UTC',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'Pacific/Chatham',
  'Pacific/Apia',
];
const FIRST = Date.parse('2000-01-01T00:00:00Z');
const LAST = Date.parse('2060-01-01T00:00:00Z');

const zones = fc.constantFrom(...ZONES);
const instants = fc.integer({ min: FIRST, max: LAST }).map((it) => new Date(it));

describe('reportedDays', () => {
  it('begins and ends every day with a quarter of an hour, in any zone', () => {
    fc.assert(
      fc.property(zones, instants, (timezone, now) => {
        const { starts, end } = reportedDays({}, timezone, now);
        expect([...starts, end].filter((it) => it.getTime() % QUARTER_MS !== 0)).toEqual([]);
      }),
    );
  });

  it('assigns the quarter of every instant to the local day of the instant', () => {
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: 0, max: 29 * 86_400_000 }), (timezone, now, ageMs) => {
        const at = new Date(now.getTime() - ageMs);
        const { dates, starts, end } = reportedDays({}, timezone, now);
        const quarter = new Date(at.getTime() - (at.getTime() % QUARTER_MS));
        const index = starts.findLastIndex((it) => it <= quarter);
        expect(quarter < end).toBe(true);
        expect(itemAt(dates, index)).toBe(formatDate(localDayOf(at, timezone)));
      }),
    );
  });

  it('lists every date once, up to 366 of them', () => {
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: 1, max: 366 }), (timezone, now, length) => {
        const last = localDayOf(now, timezone);
        const days = { from: formatDate(last - length + 1), to: formatDate(last) };
        const { dates } = reportedDays(days, timezone, now);
        expect([dates[0], dates.at(-1)]).toEqual([days.from, days.to]);
        expect(new Set(dates).size).toBe(length);
      }),
    );
  });
});

describe('CountedDays', () => {
  const values = fc.array(fc.bigInt({ min: -1000n, max: 1000n }), { minLength: 4, maxLength: 4 });

  it('adds up to the same total by day and as a balance', () => {
    fc.assert(
      fc.property(values, ([before = 0n, ...days]) => {
        const sums = [before, ...days].map((value, day) => ({ measure: 'm', subject: 's', day, value }));
        const counted = new CountedDays(sums, days.length);
        expect(counted.of('m', 's')).toEqual(days);
        expect(counted.balances('m', 's').at(-1)).toBe(counted.total('m', 's'));
        expect(counted.total('m', 's')).toBe([before, ...days].reduce((sum, it) => sum + it, 0n));
      }),
    );
  });

  it('has zeros for what was not counted', () => {
    const counted = new CountedDays([], 2);
    expect(counted.subjects).toEqual([]);
    expect(counted.of('m', 's')).toEqual([0n, 0n]);
  });
});
