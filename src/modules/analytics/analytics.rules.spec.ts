import { monthlyCents, wholeCents } from './analytics.rules';

describe('recurring revenue', () => {
  it.each([
    ['weekly', 1200, '5200'],
    ['monthly', 4900, '4900'],
    ['quarterly', 1000, '333.333333333333'],
    ['yearly', 120_000, '10000'],
  ])('of a %s price of %d is %s a month', (interval, amount, monthly) => {
    expect(monthlyCents(amount, interval)).toBe(monthly);
  });

  it('is rounded half up where it is shown', () => {
    expect([wholeCents('0.5'), wholeCents('1.4999'), wholeCents('333.333333333333')]).toEqual([1, 1, 333]);
  });

  it('refuses an interval that no plan has', () => {
    expect(() => monthlyCents(1, 'daily')).toThrow(RangeError);
  });
});
