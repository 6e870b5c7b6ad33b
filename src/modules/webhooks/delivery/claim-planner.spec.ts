import type { EndpointKey } from '../queue/claimed-delivery';
import type { NonEmptyQueue } from '../queue/delivery-queue';
import { ClaimPlanner } from './claim-planner';

const PAGE_SIZE = 2;

const queue = (endpointId: string): NonEmptyQueue => ({
  organizationId: 'acme',
  endpointId,
  available: true,
  behind: false,
});

/** A planner over these queues, with a scheduler that would take one delivery of each claimable endpoint. */
function plannerOf(endpointIds: string[], claimable: Set<string>, pageSize = PAGE_SIZE) {
  const pages: string[][] = [];
  let at = 0;
  const findQueues = (limit: number) => {
    const queues = endpointIds.slice(at, at + limit).map(queue);
    pages.push(queues.map((it) => it.endpointId));
    const isFirst = at === 0;
    const isLast = queues.length < limit;
    at = isLast ? 0 : at + limit;
    return Promise.resolve({ queues, isFirst, isLast });
  };
  const findOrganizations = () => Promise.resolve([queue('other')]);
  const planClaims = (keys: readonly EndpointKey[]) => {
    const one = {
      claimable: 1,
      claimed: 0,
      latencyMs: 1,
      speed: 'fast' as const,
      slowSlotsNeeded: 0,
      quota: 1,
    };
    const claims = keys.filter((it) => claimable.has(it.endpointId)).map((it) => ({ ...it, ...one }));
    return { claims, hasMore: claims.length < keys.length };
  };
  const planner = new ClaimPlanner(
    { findQueues, findOrganizations },
    { planClaims },
    pageSize,
    () => undefined,
  );
  const plan = async () => (await planner.plan(10)).map((it) => it.endpointId);
  return { planner, plan, pages };
}

describe('ClaimPlanner', () => {
  it('continues on the next page, and after the last page on the first', async () => {
    const claimable = new Set(['c', 'e']);
    const { plan, pages } = plannerOf(['a', 'b', 'c', 'd', 'e'], claimable);
    expect(await plan()).toEqual(['c']);
    expect(await plan()).toEqual(['e']);
    claimable.delete('e');
    expect(await plan()).toEqual(['c']);
    claimable.clear();
    claimable.add('b');
    expect(await plan()).toEqual(['b']);
    expect(pages.slice(-2)).toEqual([['e'], ['a', 'b']]);
  });

  it('reads other organizations as well when the queues exceed one page', async () => {
    const claimable = new Set(['a', 'other']);
    expect(await plannerOf(['a', 'b', 'c'], claimable).plan()).toEqual(['a', 'other']);
    expect(await plannerOf(['a'], claimable).plan()).toEqual(['a']);
  });

  it('searches again only after an announcement or when a queue ran empty, once it knows all queues', async () => {
    const claimable = new Set<string>();
    const { planner, plan, pages } = plannerOf(['a', 'b', 'c'], claimable);
    expect([await plan(), planner.hasBacklog]).toEqual([[], true]);
    claimable.add('a').add('c');
    expect([await plan(), pages.length]).toEqual([['a', 'c'], 2]);
    planner.claimed([{ ...queue('a'), quota: 1 }], 1);
    await plan();
    expect(pages).toHaveLength(2);
    planner.claimed([{ ...queue('a'), quota: 2 }], 1);
    await plan();
    expect(pages).toHaveLength(3);
    claimable.clear();
    await plan();
    const searched = pages.length;
    await plan();
    expect(pages).toHaveLength(searched);
    planner.announced();
    await plan();
    expect(pages.length).toBeGreaterThan(searched);
  });

  it.each([
    [1024, 1],
    [1025, 2],
  ])('with %i queues, two claims take %i searches', async (count, searches) => {
    const ids = Array.from({ length: count }, (_, n) => String(n));
    const { plan, pages } = plannerOf(ids, new Set(), 2000);
    await plan();
    await plan();
    expect(pages).toHaveLength(searches);
  });

  it('searches again after a while, because an announcement can be lost', async () => {
    jest.useFakeTimers();
    try {
      const { plan, pages } = plannerOf(['a'], new Set());
      await plan();
      jest.advanceTimersByTime(800);
      await plan();
      expect(pages).toHaveLength(1);
      jest.advanceTimersByTime(200);
      await plan();
      expect(pages).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });
});
