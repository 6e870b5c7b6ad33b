import { RateLimiter } from './rate-limiter';

const aLimit = (limit: number): RateLimiter =>
  new RateLimiter({ name: 'test', limit, headers: 'X-RateLimit' }, null);

describe('RateLimiter', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_760_000_000_123 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('blocks requests beyond the limit until the minute of the first request ends', async () => {
    const rateLimit = aLimit(1);
    expect(await rateLimit.count('org')).toEqual({
      isBlocked: false,
      headers: { 'X-RateLimit-Limit': '1', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '60' },
    });
    await jest.advanceTimersByTimeAsync(59_500);
    expect(await rateLimit.count('org')).toEqual({
      isBlocked: true,
      headers: {
        'X-RateLimit-Limit': '1',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': '1',
        'Retry-After': '1',
      },
    });
    await jest.advanceTimersByTimeAsync(500);
    expect((await rateLimit.count('org')).isBlocked).toBe(false);
  });

  it('counts each organization by itself', async () => {
    const rateLimit = aLimit(1);
    await rateLimit.count('one');
    expect((await rateLimit.count('other')).isBlocked).toBe(false);
  });

  it('never announces more than a minute, even if the clock is set back', async () => {
    const rateLimit = aLimit(10);
    await rateLimit.count('org');
    jest.setSystemTime(1_760_000_000_123 - 3_600_000);
    expect((await rateLimit.count('org')).headers['X-RateLimit-Reset']).toBe('60');
  });

  it('sets no headers without a limit', async () => {
    expect(await aLimit(0).count('org')).toEqual({ isBlocked: false, headers: {} });
  });
});
