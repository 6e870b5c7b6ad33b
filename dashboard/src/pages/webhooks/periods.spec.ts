import { isWholeDays, periodsOf } from './periods';

const NOW = new Date('2026-02-10T15:20:00.000Z');
const day = (date: string): string => `2026-02-${date}T00:00:00.000Z`;

describe('periods of the histogram', () => {
  it('without bounds, covers the last seven days with whole days', () => {
    const periods = periodsOf({}, 8, NOW);
    expect(periods).toHaveLength(7);
    expect(periods[0]).toEqual({ from: day('04'), to: day('05') });
    expect(periods[6]).toEqual({ from: day('10'), to: day('11') });
    expect(periods.every(isWholeDays)).toBe(true);
  });

  it('divides a day into eight times three hours', () => {
    const periods = periodsOf({ created_after: day('04'), created_before: day('05') }, 8, NOW);
    expect(periods).toHaveLength(8);
    expect(periods[1]).toEqual({ from: '2026-02-04T03:00:00.000Z', to: '2026-02-04T06:00:00.000Z' });
    expect(periods.some(isWholeDays)).toBe(false);
  });

  it('cuts the first and the last period to the bounds, without a gap between any two', () => {
    const bounds = { created_after: '2026-02-04T10:07:00.000Z', created_before: '2026-02-04T13:30:00.000Z' };
    const periods = periodsOf(bounds, 8, NOW);
    expect(periods.length).toBeLessThanOrEqual(8);
    expect(periods[0]?.from).toBe(bounds.created_after);
    expect(periods.at(-1)?.to).toBe(bounds.created_before);
    expect(periods.slice(1).map((it) => it.from)).toEqual(periods.slice(0, -1).map((it) => it.to));
  });

  it('has the same periods a minute later, if the list has no end', () => {
    const bounds = { created_after: '2026-02-10T00:00:00.000Z' };
    expect(periodsOf(bounds, 8, new Date(NOW.getTime() + 60_000))).toEqual(periodsOf(bounds, 8, NOW));
  });

  it.each([8, 24])('has at most %d periods for a year', (most) => {
    const bounds = { created_after: '2025-01-01T00:00:00.000Z', created_before: '2026-01-01T00:00:00.000Z' };
    expect(periodsOf(bounds, most, NOW).length).toBeLessThanOrEqual(most);
  });

  it('is empty if the time ends before it begins', () => {
    expect(periodsOf({ created_after: day('05'), created_before: day('05') }, 8, NOW)).toEqual([]);
  });
});
