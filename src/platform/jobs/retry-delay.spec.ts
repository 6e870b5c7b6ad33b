import { retryDelayMs } from './retry-delay';

const MINUTE = 60_000;
const SINCE = new Date('2030-01-01T00:00:00Z');

/** Returns the delays of this many attempts in a row, in minutes. */
function delaysOf(attempts: number): number[] {
  const delays: number[] = [];
  let now = SINCE;
  for (let made = 0; made < attempts; made++) {
    const delay = retryDelayMs(SINCE, now);
    delays.push(delay / MINUTE);
    now = new Date(now.getTime() + delay);
  }
  return delays;
}

describe('the delay before a retry', () => {
  it('doubles from a minute up to a day', () => {
    expect(delaysOf(14)).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440]);
  });

  it('is a minute if the clock has gone back', () => {
    expect(retryDelayMs(SINCE, new Date(SINCE.getTime() - MINUTE))).toBe(MINUTE);
  });
});
