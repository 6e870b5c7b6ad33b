import { FairLookups, type LookupAll } from './fair-lookups';

const STALE_MS = 15_000;

/** Returns a resolver whose lookups the test completes. */
function manualLookup() {
  const running = new Map<string, () => void>();
  const lookup: LookupAll = (hostname, _options, callback) => {
    running.set(hostname, () => {
      running.delete(hostname);
      callback(null, [{ address: '192.0.2.1', family: 4 }]);
    });
  };
  return { lookup, running };
}

const ignore = (): void => undefined;

describe('FairLookups', () => {
  it('an organization may run at most as many lookups as there are idle threads', () => {
    const { lookup, running } = manualLookup();
    const lookups = new FairLookups(lookup, 8, STALE_MS);
    for (let n = 0; n < 20; n++) lookups.lookup('loud', `l${n}`, ignore);
    expect(running.size).toBe(4);
    for (let n = 0; n < 20; n++) lookups.lookup('other', `o${n}`, ignore);
    expect([...running.keys()].filter((it) => it.startsWith('o'))).toEqual(['o0', 'o1']);
    lookups.lookup('third', 't0', ignore);
    expect(running.has('t0')).toBe(true);
  });

  it('when a lookup ends, the next one starts in round-robin order of organizations', () => {
    const { lookup, running } = manualLookup();
    const lookups = new FairLookups(lookup, 2, STALE_MS);
    const answered: string[] = [];
    for (const [who, host] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['b', 'b1'],
      ['c', 'c1'],
    ] as const) {
      lookups.lookup(who, host, () => answered.push(host));
    }
    expect([...running.keys()]).toEqual(['a1', 'b1']);
    running.get('a1')?.();
    expect([...running.keys()]).toEqual(['b1', 'a2']);
    running.get('b1')?.();
    running.get('a2')?.();
    running.get('c1')?.();
    expect(answered).toEqual(['a1', 'b1', 'a2', 'c1']);
    expect(running.size).toBe(0);
  });

  it('a lookup that is stale before it starts fails with ETIMEOUT', () => {
    const { lookup, running } = manualLookup();
    const lookups = new FairLookups(lookup, 2, -1);
    const codes: unknown[] = [];
    lookups.lookup('a', 'a1', (error) => codes.push(error?.code));
    expect(codes).toEqual(['ETIMEOUT']);
    expect(running.size).toBe(0);
  });

  it('a lookup that has waited too long for a thread fails with ETIMEOUT, and a newer one starts', () => {
    jest.useFakeTimers();
    try {
      const { lookup, running } = manualLookup();
      const lookups = new FairLookups(lookup, 2, STALE_MS);
      const codes: unknown[] = [];
      for (const host of ['a1', 'a2']) lookups.lookup('a', host, (error) => codes.push([host, error?.code]));
      jest.advanceTimersByTime(STALE_MS - 1);
      lookups.lookup('a', 'a3', (error) => codes.push(['a3', error?.code]));
      jest.advanceTimersByTime(2);
      running.get('a1')?.();
      expect(codes).toEqual([
        ['a1', undefined],
        ['a2', 'ETIMEOUT'],
      ]);
      expect([...running.keys()]).toEqual(['a3']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('frees the thread when the resolver throws', () => {
    let calls = 0;
    const lookups = new FairLookups(
      () => {
        calls++;
        throw new Error('no');
      },
      1,
      STALE_MS,
    );
    const errors: unknown[] = [];
    for (const host of ['a1', 'a2']) lookups.lookup('a', host, (error) => errors.push(error?.message));
    expect([calls, errors]).toEqual([2, ['no', 'no']]);
  });
});
