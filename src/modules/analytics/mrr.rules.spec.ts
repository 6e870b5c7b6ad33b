import fc from 'fast-check';
import { monthlyCents } from './mrr.rules';

const cents = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });

describe('monthlyCents', () => {
  it.each([
    [588n, 49n],
    [100n, 8n],
    [102n, 9n], // 8.5
    [101n, 8n],
    [52n * 700n, 3033n], // 3033.33
    [0n, 0n],
    [-102n, -8n], // -8.5
    [-103n, -9n],
  ])('%d a year are %d a month', (yearly, monthly) => {
    expect(monthlyCents(yearly)).toBe(monthly);
  });

  it('returns a monthly price unchanged, and differs from the exact value by at most half a minor unit', () => {
    fc.assert(
      fc.property(cents, (it) => {
        expect(monthlyCents(12n * it)).toBe(it);
        const excess = 12n * monthlyCents(it) - it;
        expect(excess > -6n && excess <= 6n).toBe(true);
      }),
    );
  });

  it('does not fall when the revenue grows', () => {
    fc.assert(
      fc.property(cents, fc.bigInt({ min: 0n, max: 10n ** 6n }), (it, more) => {
        expect(monthlyCents(it + more) >= monthlyCents(it)).toBe(true);
      }),
    );
  });
});
