import { yearlyAmount } from './amounts';

describe('yearlyAmount', () => {
  it('amounts of all intervals are converted to yearly amounts', () => {
    expect(yearlyAmount('weekly', 100n)).toBe(5200n);
    expect(yearlyAmount('monthly', 100n)).toBe(1200n);
    expect(yearlyAmount('quarterly', 100n)).toBe(400n);
    expect(yearlyAmount('yearly', 100n)).toBe(100n);
  });
});
