import { GroupedLookup } from './grouped-lookup';

interface Query {
  keys: readonly string[];
  resolve: (found: Map<string, string>) => void;
  fail: (error: Error) => void;
}

describe('GroupedLookup', () => {
  let queries: Query[];
  let lookup: GroupedLookup<string>;

  beforeEach(() => {
    jest.useFakeTimers();
    queries = [];
    lookup = new GroupedLookup(
      (keys) => new Promise((resolve, fail) => queries.push({ keys, resolve, fail })),
    );
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('shares the next query among keys that arrive while a query runs', async () => {
    const first = lookup.get('a');
    await jest.advanceTimersByTimeAsync(0);
    const others = ['b', 'c', 'b'].map((key) => lookup.get(key));
    queries[0]?.resolve(new Map([['a', 'A']]));
    await expect(first).resolves.toBe('A');
    await jest.advanceTimersByTimeAsync(0);
    expect(queries[1]?.keys).toEqual(['b', 'c']);
    queries[1]?.resolve(new Map([['b', 'B']]));
    await expect(Promise.all(others)).resolves.toEqual(['B', null, 'B']);
  });
});
