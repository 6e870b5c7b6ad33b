import { retryDelayMs } from './retry-delay';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('retryDelayMs', () => {
  it('starts at one minute and doubles with each failure', () => {
    const delays = [1, 2, 3, 4].map((failures) => retryDelayMs(failures, () => 0));
    expect(delays).toEqual([MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS, 8 * MINUTE_MS]);
  });

  it('does not exceed one day before jitter', () => {
    expect([11, 12, 50, 5000].map((failures) => retryDelayMs(failures, () => 0))).toEqual([
      1024 * MINUTE_MS,
      DAY_MS,
      DAY_MS,
      DAY_MS,
    ]);
  });

  it('adds at most 10 % jitter', () => {
    expect(retryDelayMs(1, () => 1)).toBe(1.1 * MINUTE_MS);
  });
});
