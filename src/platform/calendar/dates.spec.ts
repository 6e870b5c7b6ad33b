import { dueDate, issuingDate, trialEnd } from './dates';

describe('trialEnd', () => {
  it.each([
    ['whole days later', 'UTC', '2026-06-11T15:00:00Z', 7, '2026-06-18T15:00:00.000Z'],
    [
      'at the same local time after a 23-hour day',
      'America/New_York',
      '2026-03-05T15:00:00Z',
      7,
      '2026-03-12T14:00:00.000Z',
    ],
    [
      'at the same local time after a 25-hour day',
      'America/New_York',
      '2026-10-29T14:00:00Z',
      7,
      '2026-11-05T15:00:00.000Z',
    ],
    [
      'at the same local time, although the UTC date differs',
      'America/New_York',
      '2026-03-06T04:30:00Z',
      7,
      '2026-03-13T03:30:00.000Z',
    ],
    [
      'whole days later, past the end of February',
      'Asia/Kathmandu',
      '2028-02-20T00:00:00Z',
      14,
      '2028-03-05T00:00:00.000Z',
    ],
  ])('returns an end %s', (_case, timezone, start, days, expected) => {
    expect(trialEnd(new Date(start), days, timezone)?.toISOString()).toBe(expected);
  });

  it('returns null without a trial', () => {
    expect(trialEnd(new Date('2026-06-11T15:00:00Z'), 0, 'UTC')).toBeNull();
  });

  it('refuses an unknown time zone or an invalid instant', () => {
    expect(() => trialEnd(new Date('2026-06-11T15:00:00Z'), 7, 'Mars/Olympus')).toThrow(RangeError);
    expect(() => trialEnd(new Date(NaN), 7, 'UTC')).toThrow(RangeError);
  });
});

describe('dates of an invoice', () => {
  it('issuingDate returns the local date at the end of the grace period', () => {
    const midnightInNewYork = new Date('2026-07-01T04:00:00Z');
    expect(issuingDate(midnightInNewYork, 'America/New_York', 0)).toBe('2026-07-01');
    expect(issuingDate(new Date(midnightInNewYork.getTime() - 1), 'America/New_York', 0)).toBe('2026-06-30');
    expect(issuingDate(midnightInNewYork, 'Pacific/Honolulu', 0)).toBe('2026-06-30');
    expect(issuingDate(midnightInNewYork, 'America/New_York', 3)).toBe('2026-07-04');
  });

  it('dueDate returns the date at the end of the net payment term', () => {
    expect(dueDate('2026-07-04', 30)).toBe('2026-08-03');
    expect(dueDate('2028-02-28', 1)).toBe('2028-02-29');
    expect(dueDate('2026-12-31', 0)).toBe('2026-12-31');
    expect(() => dueDate('2026-02-30', 30)).toThrow(RangeError);
  });
});
