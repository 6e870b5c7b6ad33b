import type { EndpointKey } from './claimed-delivery';
import type { ReadyQueue } from './delivery-queue';
import { ClaimPlanner } from './claim-planner';

const PAGE_SIZE = 2;

const queue = (endpointId: string): ReadyQueue => ({
  organizationId: 'acme',
  endpointId,
  available: true,
  isBehind: false,
});

/**
 * Creates a planner for these endpoint queues. Its scheduler can take one delivery from each queue in
 * `withCapacity`, and none from the others.
 */
function finderOf(endpointIds: string[], withCapacity: Set<string>, pageSize = PAGE_SIZE) {
  const pages: string[][] = [];
  let at = 0;
  const findQueues = (most: number) => {
    const queues = endpointIds.slice(at, at + most).map(queue);
    pages.push(queues.map((it) => it.endpointId));
    const isFirst = at === 0;
    const isLast = queues.length < most;
    at = isLast ? 0 : at + most;
    return Promise.resolve({ queues, isFirst, isLast });
  };
  const findOrganizations = () => Promise.resolve([queue('other')]);
  const share = (queues: readonly EndpointKey[]) => {
    const open = { capacity: 1, held: 0, latencyMs: 1, hangRisk: null, slotsNeeded: 0, quota: 1 };
    const quotas = queues.filter((it) => withCapacity.has(it.endpointId)).map((it) => ({ ...it, ...open }));
    return { quotas, isFull: quotas.length < queues.length };
  };
  const finder = new ClaimPlanner({ findQueues, findOrganizations }, { share }, pageSize, () => undefined);
  const found = async () => (await finder.quotas(10)).map((it) => it.endpointId);
  return { finder, found, windows: pages };
}

describe('ClaimPlanner', () => {
  it('continues with the next page, and starts over after the last page', async () => {
    const withCapacity = new Set(['c', 'e']);
    const { found, windows: pages } = finderOf(['a', 'b', 'c', 'd', 'e'], withCapacity);
    expect(await found()).toEqual(['c']);
    expect(await found()).toEqual(['e']);
    withCapacity.delete('e');
    expect(await found()).toEqual(['c']);
    withCapacity.clear();
    withCapacity.add('b');
    expect(await found()).toEqual(['b']);
    expect(pages.slice(-2)).toEqual([['e'], ['a', 'b']]);
  });

  it('also searches other organizations when one page does not cover all queues', async () => {
    const withCapacity = new Set(['a', 'other']);
    expect(await finderOf(['a', 'b', 'c'], withCapacity).found()).toEqual(['a', 'other']);
    expect(await finderOf(['a'], withCapacity).found()).toEqual(['a']);
  });

  it('once it knows all queues, does not search again until deliveries are announced or a queue may be empty', async () => {
    const withCapacity = new Set<string>();
    const { finder, found, windows: pages } = finderOf(['a', 'b', 'c'], withCapacity);
    expect([await found(), finder.hasBacklog]).toEqual([[], true]);
    withCapacity.add('a').add('c');
    expect([await found(), pages.length]).toEqual([['a', 'c'], 2]);
    finder.claimed([{ ...queue('a'), quota: 1 }], 1);
    await found();
    expect(pages).toHaveLength(2);
    finder.claimed([{ ...queue('a'), quota: 2 }], 1);
    await found();
    expect(pages).toHaveLength(3);
    withCapacity.clear();
    await found();
    const looked = pages.length;
    await found();
    expect(pages).toHaveLength(looked);
    finder.announced();
    await found();
    expect(pages.length).toBeGreaterThan(looked);
  });

  it.each([
    [1024, 1],
    [1025, 2],
  ])('with %i queues, two claims need %i searches', async (count, looks) => {
    const ids = Array.from({ length: count }, (_, n) => String(n));
    const { found, windows: pages } = finderOf(ids, new Set(), 2000);
    await found();
    await found();
    expect(pages).toHaveLength(looks);
  });

  it('searches again after 900 ms, because an announcement may be lost', async () => {
    jest.useFakeTimers();
    try {
      const { found, windows: pages } = finderOf(['a'], new Set());
      await found();
      jest.advanceTimersByTime(800);
      await found();
      expect(pages).toHaveLength(1);
      jest.advanceTimersByTime(200);
      await found();
      expect(pages).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });
});
