import { throttled } from './throttled';

describe('throttled', () => {
  afterEach(() => jest.useRealTimers());

  it('acts at most once per interval, with the number of calls since the last time', () => {
    jest.useFakeTimers();
    const acted: [number, string][] = [];
    const call = throttled(5000, (calls, word: string) => acted.push([calls, word]));
    for (const word of ['a', 'b', 'c']) call(word);
    jest.advanceTimersByTime(5000);
    for (const word of ['d', 'e']) call(word);
    expect(acted).toEqual([
      [1, 'a'],
      [3, 'd'],
    ]);
  });
});
