import { Deadline } from '../../../platform/database/deadline';
import { GroupCommit } from './group-commit';

interface Write {
  items: readonly number[];
  done: (results: number[]) => void;
  fail: (error: Error) => void;
}

describe('GroupCommit', () => {
  const unavailable = new Error('no answer');
  let writes: Write[];
  let commits: GroupCommit<number, number>;

  beforeEach(() => {
    jest.useFakeTimers();
    writes = [];
    commits = new GroupCommit(
      (_queue, items) => new Promise((done, fail) => writes.push({ items, done, fail })),
      (error) => error === unavailable,
    );
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const submit = (item: number): Promise<number[]> => commits.submit('queue', [item], new Deadline(3500));

  /**
   * Returns three callers: the first is being written, the second has waited for it for 3.5 s, the third has just
   * arrived.
   */
  async function threeCallers(): Promise<Promise<unknown>[]> {
    const first = submit(1).catch(String);
    await jest.advanceTimersByTimeAsync(10);
    const early = submit(2).catch(String);
    await jest.advanceTimersByTimeAsync(3500);
    return [first, early, submit(3).catch(String)];
  }

  it('fails callers that have waited long for an unavailable database, and writes the others', async () => {
    const [first, early, late] = await threeCallers();
    writes[0]?.fail(unavailable);
    expect([await first, await early]).toEqual(['Error: no answer', 'Error: no answer']);
    expect(writes[1]?.items).toEqual([3]);
    writes[1]?.done([30]);
    expect(await late).toEqual([30]);
  });

  it('limits the failure of one item to that item', async () => {
    const [first, early, late] = await threeCallers();
    writes[0]?.fail(new Error('bad item'));
    expect(await first).toBe('Error: bad item');
    expect(writes[1]?.items).toEqual([2, 3]);
    writes[1]?.done([20, 30]);
    expect([await early, await late]).toEqual([[20], [30]]);
  });
});
