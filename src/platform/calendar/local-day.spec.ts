import {
  addMonths,
  countLocalDays,
  formatDate,
  localDayOf,
  monthOf,
  parseDate,
  startOfLocalDay,
} from './local-day';

const start = (date: string, timezone: string): string =>
  startOfLocalDay(parseDate(date), timezone).toISOString();
const dayOf = (instant: string, timezone: string): string =>
  formatDate(localDayOf(new Date(instant), timezone));

describe('startOfLocalDay', () => {
  it.each([
    ['midnight in UTC', 'UTC', '2026-06-30', '2026-06-30T00:00:00.000Z'],
    ['midnight in a quarter-hour zone', 'Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
    [
      'midnight before the clocks go forward at 02:00',
      'America/New_York',
      '2026-03-08',
      '2026-03-08T05:00:00.000Z',
    ],
    ['midnight after the clocks went forward', 'America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['01:00 where midnight is skipped', 'America/Santiago', '2022-09-11', '2022-09-11T04:00:00.000Z'],
    ['01:00 in Cairo', 'Africa/Cairo', '2023-04-28', '2023-04-27T22:00:00.000Z'],
    ['the first of two midnights', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    [
      'midnight after an hour that occurred twice',
      'America/Sao_Paulo',
      '2018-02-18',
      '2018-02-18T03:00:00.000Z',
    ],
    [
      'the first minute of a date that occurs twice',
      'America/St_Johns',
      '2006-10-29',
      '2006-10-29T02:30:00.000Z',
    ],
    [
      'midnight after a half-hour clock change',
      'Australia/Lord_Howe',
      '2026-04-06',
      '2026-04-05T13:30:00.000Z',
    ],
    [
      'the start of the next day for a skipped date',
      'Pacific/Apia',
      '2011-12-30',
      '2011-12-30T10:00:00.000Z',
    ],
    ['midnight on the day after a skipped date', 'Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('returns %s (%s %s)', (_case, timezone, date, expected) => {
    expect(start(date, timezone)).toBe(expected);
  });

  it('throws RangeError for an unknown time zone', () => {
    expect(() => start('2026-01-01', 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('localDayOf', () => {
  it.each([
    ['2026-01-01T04:59:59.999Z', 'America/New_York', '2025-12-31'],
    ['2026-01-01T05:00:00.000Z', 'America/New_York', '2026-01-01'],
    ['2026-01-01T10:59:59.999Z', 'Pacific/Auckland', '2026-01-01'],
    ['2026-01-01T11:00:00.000Z', 'Pacific/Auckland', '2026-01-02'],
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
    // Local clocks have gone back to 28 October, but the 29th has already begun.
    ['2006-10-29T03:00:00.000Z', 'America/St_Johns', '2006-10-29'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31'],
  ])('%s in %s falls on %s', (instant, timezone, expected) => {
    expect(dayOf(instant, timezone)).toBe(expected);
  });

  it('throws RangeError for an invalid instant', () => {
    expect(() => localDayOf(new Date(NaN), 'UTC')).toThrow(RangeError);
  });
});

describe('countLocalDays', () => {
  const count = (first: string, end: string, timezone: string): number =>
    countLocalDays(parseDate(first), parseDate(end), timezone);

  it('counts a day of 23, 24, 24.5 or 25 hours as one day', () => {
    expect(count('2026-01-01', '2027-01-01', 'America/New_York')).toBe(365);
    expect(count('2026-03-08', '2026-03-09', 'America/New_York')).toBe(1);
    expect(count('2026-11-01', '2026-11-02', 'America/New_York')).toBe(1);
    expect(count('2026-04-05', '2026-04-06', 'Australia/Lord_Howe')).toBe(1);
  });

  it('does not count a skipped date', () => {
    expect(count('2011-12-01', '2012-01-01', 'Pacific/Apia')).toBe(30);
    expect(count('2011-12-01', '2011-12-30', 'Pacific/Apia')).toBe(29);
    expect(count('2011-12-01', '2011-12-31', 'Pacific/Apia')).toBe(29);
    expect(count('2011-12-30', '2011-12-31', 'Pacific/Apia')).toBe(0);
  });

  it('returns 0 for an end before the first day', () => {
    expect(count('2026-01-02', '2026-01-01', 'UTC')).toBe(0);
  });
});

describe('calendar dates', () => {
  it.each([
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2027-01-31', 2, '2027-03-31'],
    ['2027-01-31', -2, '2026-11-30'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['1970-01-15', -1, '1969-12-15'],
  ])('addMonths: %s plus %d months is %s', (date, months, expected) => {
    expect(formatDate(addMonths(parseDate(date), months))).toBe(expected);
  });

  it('monthOf counts months from January 1970', () => {
    expect(monthOf(parseDate('1970-01-31'))).toBe(0);
    expect(monthOf(parseDate('1969-12-31'))).toBe(-1);
    expect(monthOf(parseDate('2026-06-01'))).toBe(677);
  });

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '01.01.2026', ''])('parseDate refuses "%s"', (text) => {
    expect(() => parseDate(text)).toThrow(RangeError);
  });
});
