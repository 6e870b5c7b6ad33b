import { AdmissionQueue, type Release } from './admission-queue';

describe('AdmissionQueue', () => {
  let queue: AdmissionQueue;
  /** Names of the requests that have started. */
  let started: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    queue = new AdmissionQueue();
    started = [];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Sends a request; returns its release once it has started. */
  const enter = (name: string, units = 1, signal = new AbortController().signal): Promise<Release> => {
    const entered = queue.enter(units, signal).then((release) => {
      started.push(name);
      return release;
    });
    entered.catch(() => undefined);
    return entered;
  };
  const settle = () => jest.advanceTimersByTimeAsync(0);

  it('lets eight units work and the next one start when one of them ends', async () => {
    const releases = await Promise.all(Array.from({ length: 8 }, (_, n) => enter(`r${n}`)));
    void enter('waiting');
    await settle();
    expect(started).not.toContain('waiting');
    releases[3]?.();
    releases[3]?.(); // a second release is a no-op
    void enter('next');
    await settle();
    expect(started.slice(8)).toEqual(['waiting']);
  });

  it('lets a large list work alone, and nobody overtake it', async () => {
    const first = await enter('first');
    const large = enter('large', 3);
    const small = enter('small');
    await settle();
    expect(started).toEqual(['first']);
    first();
    await settle();
    expect(started).toEqual(['first', 'large']);
    (await large)();
    await settle();
    expect(started).toEqual(['first', 'large', 'small']);
    (await small)();
    expect(queue.isIdle).toBe(true);
  });

  it('admits a list of more units than may be at work', async () => {
    const largest = await enter('largest', 10);
    void enter('small');
    await settle();
    expect(started).toEqual(['largest']);
    largest();
    await settle();
    expect(started).toEqual(['largest', 'small']);
  });

  it('refuses a request that has waited for 10 s, and goes on with those behind it', async () => {
    const first = await enter('first');
    const large = enter('large', 2);
    await jest.advanceTimersByTimeAsync(5000);
    const small = enter('small');
    await jest.advanceTimersByTimeAsync(4999);
    expect(started).toEqual(['first']);
    await jest.advanceTimersByTimeAsync(1);
    await expect(large).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    (await small)();
    first();
    expect(queue.isIdle).toBe(true);
  });

  it('refuses at once what would make more than 1,000 units wait', async () => {
    const first = await enter('first', 10);
    for (let n = 0; n < 99; n++) void enter(`large ${n}`, 10);
    for (let n = 0; n < 10; n++) void enter(`small ${n}`);
    await expect(enter('one more')).rejects.toMatchObject({ code: 'overloaded' });
    first();
    await settle();
    expect(started).toEqual(['first', 'large 0']);
    void enter('fits again');
  });

  it('forgets a request whose client has disconnected', async () => {
    const first = await enter('first', 2);
    const client = new AbortController();
    const gone = enter('gone', 1, client.signal);
    client.abort();
    await expect(gone).rejects.toMatchObject({ code: 'request_timeout' });
    await expect(enter('late', 1, client.signal)).rejects.toMatchObject({ code: 'request_timeout' });
    first();
    await settle();
    expect(started).toEqual(['first']);
    expect(queue.isIdle).toBe(true);
  });

  it('refuses all that wait with an error, and none that works', async () => {
    const first = await enter('first', 2);
    const [one, other] = [enter('one'), enter('other')];
    queue.refuseAll(new Error('The database is away'));
    await expect(one).rejects.toThrow('The database is away');
    await expect(other).rejects.toThrow('The database is away');
    const later = enter('later');
    first();
    (await later)();
    expect(started).toEqual(['first', 'later']);
    expect(queue.isIdle).toBe(true);
  });
});
