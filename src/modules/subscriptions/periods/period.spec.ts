import { formatDate, localDayOf, parseDate, startOfLocalDay } from '../../../platform/calendar';
import type { PlanInterval } from '../../plans';
import { nextPeriod, periodContaining, previousPeriod, type PeriodRule } from './period';

const calendar = (interval: PlanInterval, timezone = 'UTC'): PeriodRule => ({
  interval,
  billingTime: 'calendar',
  anchor: parseDate('2026-05-17'),
  timezone,
});
const anniversary = (interval: PlanInterval, anchor: string, timezone = 'UTC'): PeriodRule => ({
  interval,
  billingTime: 'anniversary',
  anchor: localDayOf(new Date(anchor), timezone),
  timezone,
});

/** Returns the first local day of each of `count` periods, beginning with the one that contains `at`. */
function firstDays(rule: PeriodRule, at: string, count: number): string[] {
  let period = periodContaining(rule, new Date(at));
  return Array.from({ length: count }, () => {
    const first = formatDate(localDayOf(period.from, rule.timezone));
    period = nextPeriod(rule, period);
    return first;
  });
}

function bounds(rule: PeriodRule, at: string): [string, string] {
  const { from, to } = periodContaining(rule, new Date(at));
  return [from.toISOString(), to.toISOString()];
}

describe('periodContaining for calendar billing', () => {
  it.each<[PlanInterval, string, string[]]>([
    ['weekly', '2026-12-31T12:00:00Z', ['2026-12-28', '2027-01-04', '2027-01-11']],
    ['weekly', '2026-06-07T23:59:59Z', ['2026-06-01', '2026-06-08']],
    ['monthly', '2028-02-29T00:00:00Z', ['2028-02-01', '2028-03-01', '2028-04-01']],
    ['quarterly', '2026-12-31T23:59:59Z', ['2026-10-01', '2027-01-01', '2027-04-01', '2027-07-01']],
    ['yearly', '2026-01-01T00:00:00Z', ['2026-01-01', '2027-01-01', '2028-01-01']],
  ])('the %s period at %s begins on the expected day', (interval, at, expected) => {
    expect(firstDays(calendar(interval), at, expected.length)).toEqual(expected);
  });

  it.each<[string, string, string, string]>([
    ['America/New_York', '2026-03-20T00:00:00Z', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-20T00:00:00Z', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-20T00:00:00Z', '2026-03-31T11:00:00.000Z', '2026-04-30T12:00:00.000Z'],
    ['Pacific/Auckland', '2026-09-20T00:00:00Z', '2026-08-31T12:00:00.000Z', '2026-09-30T11:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-20T00:00:00Z', '2026-03-31T13:00:00.000Z', '2026-04-30T13:30:00.000Z'],
    ['Asia/Kathmandu', '2026-01-20T00:00:00Z', '2025-12-31T18:15:00.000Z', '2026-01-31T18:15:00.000Z'],
    ['Pacific/Apia', '2011-12-20T00:00:00Z', '2011-12-01T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
    // The local month decides, not the UTC month.
    ['Pacific/Auckland', '2026-06-30T12:00:00Z', '2026-06-30T12:00:00.000Z', '2026-07-31T12:00:00.000Z'],
  ])('the month in %s at %s begins on the expected day', (timezone, at, from, to) => {
    expect(bounds(calendar('monthly', timezone), at)).toEqual([from, to]);
  });

  it('calendar periods do not depend on the anchor', () => {
    const at = '2026-08-08T08:00:00Z';
    const other = { ...calendar('weekly'), anchor: parseDate('2020-02-29') };
    expect(bounds(other, at)).toEqual(bounds(calendar('weekly'), at));
  });
});

describe('periodContaining for anniversary billing', () => {
  it.each<[string, PlanInterval, string, string[]]>([
    [
      '31 January, leap year',
      'monthly',
      '2028-01-31',
      ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
    ],
    [
      '31 January, common year',
      'monthly',
      '2027-01-31',
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
    ],
    ['30 January', 'monthly', '2027-01-30', ['2027-01-30', '2027-02-28', '2027-03-30']],
    ['the first', 'monthly', '2026-12-01', ['2026-12-01', '2027-01-01', '2027-02-01']],
    [
      '30 November',
      'quarterly',
      '2026-11-30',
      ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30', '2028-02-29'],
    ],
    ['31 August', 'quarterly', '2026-08-31', ['2026-08-31', '2026-11-30', '2027-02-28', '2027-05-31']],
    [
      '29 February',
      'yearly',
      '2028-02-29',
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
    ['28 February', 'yearly', '2027-02-28', ['2027-02-28', '2028-02-28', '2029-02-28']],
    ['a Wednesday', 'weekly', '2026-12-30', ['2026-12-30', '2027-01-06', '2027-01-13']],
  ])('with anchor %s, the %s periods begin on the expected days', (_case, interval, anchor, expected) => {
    const at = `${anchor}T12:00:00Z`;
    expect(firstDays(anniversary(interval, at), at, expected.length)).toEqual(expected);
  });

  it('a clamped anniversary begins a new period', () => {
    const rule = anniversary('monthly', '2027-01-31T12:00:00Z');
    expect(bounds(rule, '2027-02-27T23:59:59.999Z')).toEqual([
      '2027-01-31T00:00:00.000Z',
      '2027-02-28T00:00:00.000Z',
    ]);
    expect(bounds(rule, '2027-02-28T00:00:00.000Z')).toEqual([
      '2027-02-28T00:00:00.000Z',
      '2027-03-31T00:00:00.000Z',
    ]);
  });

  it('periods also exist before the anchor', () => {
    const rule = anniversary('monthly', '2027-03-31T00:00:00Z');
    const before = previousPeriod(rule, periodContaining(rule, startOfLocalDay(rule.anchor, 'UTC')));
    expect([before.from.toISOString(), before.to.toISOString()]).toEqual([
      '2027-02-28T00:00:00.000Z',
      '2027-03-31T00:00:00.000Z',
    ]);
  });

  it('weekly periods keep their weekday across a clock change', () => {
    const rule = anniversary('weekly', '2026-03-04T20:00:00Z', 'America/New_York');
    expect(bounds(rule, '2026-03-10T12:00:00Z')).toEqual([
      '2026-03-04T05:00:00.000Z',
      '2026-03-11T04:00:00.000Z',
    ]);
  });

  it('a skipped anniversary moves to the next day', () => {
    const rule = anniversary('monthly', '2011-10-30T22:00:00Z', 'Pacific/Apia');
    expect(bounds(rule, '2011-12-30T09:59:59.999Z')).toEqual([
      '2011-11-30T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
    ]);
    expect(bounds(rule, '2011-12-30T10:00:00.000Z')).toEqual([
      '2011-12-30T10:00:00.000Z',
      '2012-01-29T10:00:00.000Z',
    ]);
  });

  it('a period begins at the first instant of its day if midnight is skipped', () => {
    const rule = anniversary('monthly', '2022-08-11T15:00:00Z', 'America/Santiago');
    expect(bounds(rule, '2022-08-20T00:00:00Z')).toEqual([
      '2022-08-11T04:00:00.000Z',
      '2022-09-11T04:00:00.000Z',
    ]);
  });
});
