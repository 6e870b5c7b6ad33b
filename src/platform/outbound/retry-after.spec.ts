import { parseRetryAfter } from './retry-after';

const now = Date.UTC(2026, 0, 15, 12, 0, 0);

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Thu, 15 Jan 2026 12:02:00 GMT', 120],
    ['Thu, 15 Jan 2026 11:00:00 GMT', 0],
    ['Mon, 15 Jan 2029 12:00:00 GMT', 86_400],
    ['Thursday, 15-Jan-26 12:01:00 GMT', 60],
    ['Thu Jan 15 12:00:30 2026', 30],
  ])('parses %j as %i seconds', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds);
  });

  it.each([
    undefined,
    '',
    ' ',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '1, 2',
    '2030-01',
    '2026-01-15T12:02:00Z',
    'Thu, 15 Jan 2026 12:02:00 +0200',
    'Thu, 99 Foo 2026 12:02:00 GMT',
    '１２０',
  ])('returns null for %j', (header) => {
    expect(parseRetryAfter(header, now)).toBeNull();
  });

  it('uses the first of several headers', () => {
    expect(parseRetryAfter(['5', '9'], now)).toBe(5);
  });
});
