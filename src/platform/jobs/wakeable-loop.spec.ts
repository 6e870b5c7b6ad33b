import { WakeableLoop, type WakeableLoopOptions } from './wakeable-loop';

const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

describe('WakeableLoop', () => {
  let rounds: number;
  let more: boolean;
  let failure: Error | null;
  let work: Promise<void>;
  let loop: WakeableLoop;

  const start = (options: Partial<WakeableLoopOptions> = {}): void => {
    loop = new WakeableLoop({
      name: 'test',
      minPauseMs: MIN_PAUSE_MS,
      maxPauseMs: MAX_PAUSE_MS,
      round: async () => {
        rounds++;
        await work;
        if (failure !== null) throw failure;
        return more;
      },
      ...options,
    });
    loop.start();
  };

  beforeEach(() => {
    jest.useFakeTimers();
    [rounds, more, failure, work] = [0, false, null, Promise.resolve()];
    start();
  });
  afterEach(async () => {
    await loop.stop();
    jest.useRealTimers();
  });

  const after = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  it('runs a round at the start and after the longest pause', async () => {
    expect(rounds).toBe(1);
    await after(MAX_PAUSE_MS - 1);
    expect(rounds).toBe(1);
    await after(1);
    expect(rounds).toBe(2);
  });

  it('runs one round after any number of wake-ups within the shortest pause', async () => {
    for (let n = 0; n < 10; n++) loop.wake();
    await after(MIN_PAUSE_MS - 1);
    expect(rounds).toBe(1);
    await after(1);
    expect(rounds).toBe(2);
    await after(MIN_PAUSE_MS);
    expect(rounds).toBe(2);
  });

  it('runs a round at once when woken after the shortest pause', async () => {
    await after(MIN_PAUSE_MS);
    loop.wake();
    await after(0);
    expect(rounds).toBe(2);
  });

  it('runs another round for a wake-up during a round, and never two at once', async () => {
    let end = (): void => undefined;
    work = new Promise((resolve) => (end = resolve));
    await after(MAX_PAUSE_MS);
    expect(rounds).toBe(2);
    loop.wake();
    await after(MAX_PAUSE_MS);
    expect(rounds).toBe(2);
    end();
    await after(MIN_PAUSE_MS);
    expect(rounds).toBe(3);
  });

  it('goes on after the shortest pause while there is more work', async () => {
    more = true;
    await after(MAX_PAUSE_MS);
    await after(2 * MIN_PAUSE_MS);
    expect(rounds).toBe(4);
  });

  it('retries a round that failed', async () => {
    failure = new Error('no connection');
    await after(MAX_PAUSE_MS);
    failure = null;
    await after(MAX_PAUSE_MS);
    expect(rounds).toBe(3);
  });

  it('backs off after failed rounds, also when woken, and runs the next round at once', async () => {
    await loop.stop();
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    [rounds, failure] = [0, new Error('no connection')];
    start({ minPauseMs: 0, backoff: { firstMs: 200, maxMs: 5000 } });
    const at: number[] = [];
    for (let ms = 0; ms < 20_000; ms += 100) {
      loop.wake();
      await after(100);
      while (at.length < rounds) at.push(ms);
    }
    jest.restoreAllMocks();
    expect(at).toEqual([0, 100, 500, 1300, 2900, 6100, 11_100, 16_100]);
  });

  it('runs no round after it was stopped', async () => {
    await loop.stop();
    loop.wake();
    await after(MAX_PAUSE_MS);
    expect(rounds).toBe(1);
  });
});
