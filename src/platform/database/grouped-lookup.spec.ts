import { GroupedLookup } from './grouped-lookup';

interface Query {
  keys: readonly string[];
  answer: (found: Map<string, string>) => void;
  fail: (error: Error) => void;
}

describe('GroupedLookup', () => {
  let queries: Query[];
  let lookup: GroupedLookup<string>;

  beforeEach(() => {
    jest.useFakeTimers();
    queries = [];
    lookup = new GroupedLookup(
      (keys) => new Promise((answer, fail) => queries.push({ keys, answer, fail })),
      3500,
    );
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('keys that arrive while a query runs share the next query', async () => {
    const first = lookup.get('a');
    await jest.advanceTimersByTimeAsync(0);
    const others = ['b', 'c', 'b'].map((key) => lookup.get(key));
    queries[0]?.answer(new Map([['a', 'A']]));
    await expect(first).resolves.toBe('A');
    expect(queries[1]?.keys).toEqual(['b', 'c']);
    queries[1]?.answer(new Map([['b', 'B']]));
    await expect(Promise.all(others)).resolves.toEqual(['B', null, 'B']);
  });

  it('a failing query also fails callers that have waited longer than 0.5 s; later callers share a new query', async () => {
    const first = lookup.get('a').catch(String);
    await jest.advanceTimersByTimeAsync(10);
    const early = lookup.get('b').catch(String);
    await jest.advanceTimersByTimeAsync(3100);
    const late = lookup.get('c');
    await jest.advanceTimersByTimeAsync(400);
    queries[0]?.fail(new Error('no answer'));
    expect([await first, await early]).toEqual(['Error: no answer', 'Error: no answer']);
    expect(queries[1]?.keys).toEqual(['c']);
    queries[1]?.answer(new Map([['c', 'C']]));
    await expect(late).resolves.toBe('C');
  });
});
