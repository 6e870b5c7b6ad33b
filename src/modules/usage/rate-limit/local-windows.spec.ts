import { LocalWindows } from './local-windows';

describe('windows of the rate limit', () => {
  afterEach(() => jest.restoreAllMocks());

  it('the remaining time of a new window never exceeds its length, even if the clock reads fractional milliseconds', async () => {
    const clock = jest.spyOn(performance, 'now');
    for (let n = 0; n < 1000; n++) {
      clock.mockReturnValue(1e6 + n * 0.123456789);
      const { timeToExpire } = await new LocalWindows().increment('key', 60_000, 10);
      expect(timeToExpire).toBe(60);
    }
  });

  it('the remaining time is rounded up to whole seconds', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1000);
    const windows = new LocalWindows();
    await windows.increment('key', 60_000, 1);
    clock.mockReturnValue(60_500.5);
    expect(await windows.increment('key', 60_000, 1)).toMatchObject({ timeToExpire: 1, isBlocked: true });
    clock.mockReturnValue(61_000);
    expect(await windows.increment('key', 60_000, 1)).toMatchObject({ totalHits: 1, isBlocked: false });
  });
});
