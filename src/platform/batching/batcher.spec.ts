import { Batcher, type BatcherOptions } from './batcher';

interface Write {
  items: readonly number[];
  done: (results: number[]) => void;
  fail: (error: Error) => void;
}

const UNAVAILABLE = new Error('no response');

describe('Batcher', () => {
  let writes: Write[];

  beforeEach(() => {
    jest.useFakeTimers();
    writes = [];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  function aBatcher(options: Partial<BatcherOptions<number, number>> = {}): Batcher<number, number> {
    return new Batcher({
      maxSize: 3,
      write: (items) => new Promise((done, fail) => writes.push({ items, done, fail })),
      ...options,
    });
  }

  const turn = () => jest.advanceTimersByTimeAsync(0);
  const finish = async (index: number): Promise<void> => {
    const write = writes[index];
    write?.done(write.items.map((it) => it * 10));
    await turn();
  };

  it('writes items of one turn together and returns each its own result, in order', async () => {
    const batcher = aBatcher();
    const results = [1, 2, 3].map((item) => batcher.add(item));
    await turn();
    expect(writes.map((it) => it.items)).toEqual([[1, 2, 3]]);
    await finish(0);
    await expect(Promise.all(results)).resolves.toEqual([10, 20, 30]);
    expect(batcher.isIdle).toBe(true);
  });

  it('puts items that arrive during a write into the next batch, at most maxSize of them', async () => {
    const batcher = aBatcher();
    void batcher.add(1);
    await turn();
    for (const item of [2, 3, 4, 5]) void batcher.add(item);
    await turn();
    expect(writes).toHaveLength(1);
    await finish(0);
    await finish(1);
    expect(writes.map((it) => it.items)).toEqual([[1], [2, 3, 4], [5]]);
    expect(batcher.isIdle).toBe(false);
  });

  it('takes an item that is larger than a batch alone', async () => {
    const batcher = aBatcher({ sizeOf: (item) => item });
    for (const item of [7, 1, 2, 1]) void batcher.add(item);
    for (let index = 0; index < 3; index++) {
      await turn();
      await finish(index);
    }
    expect(writes.map((it) => it.items)).toEqual([[7], [1, 2], [1]]);
  });

  it('waits maxDelayMs for further items, unless the batch is full before', async () => {
    const batcher = aBatcher({ maxDelayMs: 1000 });
    void batcher.add(1);
    await jest.advanceTimersByTimeAsync(900);
    void batcher.add(2);
    expect(writes).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(100);
    expect(writes.map((it) => it.items)).toEqual([[1, 2]]);
    await finish(0);
    for (const item of [3, 4, 5]) void batcher.add(item);
    await turn();
    expect(writes[1]?.items).toEqual([3, 4, 5]);
  });

  it('waits after a batch until as many items are there again, at most regatherMs', async () => {
    const batcher = aBatcher({ regatherMs: 2 });
    for (const item of [1, 2]) void batcher.add(item);
    await turn();
    await finish(0);
    void batcher.add(3);
    await turn();
    expect(writes).toHaveLength(1);
    void batcher.add(4);
    await turn();
    expect(writes[1]?.items).toEqual([3, 4]);
    await finish(1);
    void batcher.add(5);
    await jest.advanceTimersByTimeAsync(3); // and the turn of the event loop after it
    expect(writes[2]?.items).toEqual([5]);
    await finish(2);
    void batcher.add(6); // no wait after a batch of one
    await turn();
    expect(writes[3]?.items).toEqual([6]);
  });

  it('writes without delay when it is drained, and waits for the write', async () => {
    const batcher = aBatcher({ maxDelayMs: 1000 });
    const result = batcher.add(1);
    await turn();
    const drained = batcher.drain();
    await turn();
    await finish(0);
    await drained;
    await expect(result).resolves.toBe(10);
  });

  describe('when a write fails', () => {
    /** One item that is being written, one that has waited 3.5 s for it and one that has just arrived. */
    async function threeItems(batcher: Batcher<number, number>): Promise<Promise<unknown>[]> {
      const first = batcher.add(1).catch(String);
      await jest.advanceTimersByTimeAsync(10);
      const early = batcher.add(2).catch(String);
      await jest.advanceTimersByTimeAsync(3500);
      return [first, early, batcher.add(3).catch(String)];
    }

    it('rejects overdue items with it and writes the others, if the failure is shared', async () => {
      const [first, early, late] = await threeItems(aBatcher({ maxWaitMs: 1000 }));
      writes[0]?.fail(UNAVAILABLE);
      expect([await first, await early]).toEqual(['Error: no response', 'Error: no response']);
      await turn();
      expect(writes[1]?.items).toEqual([3]);
      await finish(1);
      expect(await late).toBe(30);
    });

    it('rejects only the item that causes it, if the failure is not shared', async () => {
      const batcher = aBatcher({ isShared: (error) => error === UNAVAILABLE });
      const results = [1, 2, 3].map((item) => batcher.add(item).catch(String));
      await turn();
      writes[0]?.fail(new Error('bad batch'));
      await turn();
      await finish(1);
      writes[2]?.fail(new Error('bad item'));
      await turn();
      await finish(3);
      expect(writes.map((it) => it.items)).toEqual([[1, 2, 3], [1], [2], [3]]);
      await expect(Promise.all(results)).resolves.toEqual([10, 'Error: bad item', 30]);
    });

    it('does not let waiting items share a failure that is not shared', async () => {
      const batcher = aBatcher({ maxWaitMs: 1000, isShared: (error) => error === UNAVAILABLE });
      const [first, early, late] = await threeItems(batcher);
      writes[0]?.fail(new Error('bad item'));
      expect(await first).toBe('Error: bad item');
      await turn();
      expect(writes[1]?.items).toEqual([2, 3]);
      await finish(1);
      expect([await early, await late]).toEqual([20, 30]);
    });
  });

  it('rejects a batch whose results do not match its items', async () => {
    const batcher = aBatcher({ write: () => Promise.resolve([]) });
    const result = batcher.add(1).catch(String);
    await turn();
    await expect(result).resolves.toContain('one result for each item');
  });
});
