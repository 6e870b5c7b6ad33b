import type { LaneKey } from './claimed-delivery';
import type { QueuedLane } from './delivery-queue';
import { LaneFinder } from './lane-finder';

const WINDOW = 2;

const lane = (endpointId: string): QueuedLane => ({
  organizationId: 'acme',
  endpointId,
  available: true,
  neglected: false,
});

/**
 * Creates a finder for these endpoint queues. Its schedule has capacity for one delivery of each queue in `withRoom`.
 */
function finderOf(endpointIds: string[], withRoom: Set<string>, window = WINDOW) {
  const windows: string[][] = [];
  let at = 0;
  const findLanes = (most: number) => {
    const lanes = endpointIds.slice(at, at + most).map(lane);
    windows.push(lanes.map((it) => it.endpointId));
    const isFirst = at === 0;
    const isLast = lanes.length < most;
    at = isLast ? 0 : at + most;
    return Promise.resolve({ lanes, isFirst, isLast });
  };
  const findOrganizations = () => Promise.resolve([lane('other')]);
  const share = (lanes: readonly LaneKey[]) => {
    const open = { room: 1, held: 0, latencyMs: 1, suspicion: null, needsPlaces: 0, quota: 1 };
    const quotas = lanes.filter((it) => withRoom.has(it.endpointId)).map((it) => ({ ...it, ...open }));
    return { quotas, isFull: quotas.length < lanes.length };
  };
  const finder = new LaneFinder({ findLanes, findOrganizations }, { share }, window, () => undefined);
  const found = async () => (await finder.quotas(10)).map((it) => it.endpointId);
  return { finder, found, windows };
}

describe('LaneFinder', () => {
  it('continues page by page, and starts over after the last page', async () => {
    const withRoom = new Set(['c', 'e']);
    const { found, windows } = finderOf(['a', 'b', 'c', 'd', 'e'], withRoom);
    expect(await found()).toEqual(['c']);
    expect(await found()).toEqual(['e']);
    withRoom.delete('e');
    expect(await found()).toEqual(['c']);
    withRoom.clear();
    withRoom.add('b');
    expect(await found()).toEqual(['b']);
    expect(windows.slice(-2)).toEqual([['e'], ['a', 'b']]);
  });

  it('also searches other organizations when one page does not cover all queues', async () => {
    const withRoom = new Set(['a', 'other']);
    expect(await finderOf(['a', 'b', 'c'], withRoom).found()).toEqual(['a', 'other']);
    expect(await finderOf(['a'], withRoom).found()).toEqual(['a']);
  });

  it('does not search again until deliveries are announced or a queue is empty, once it knows all queues', async () => {
    const withRoom = new Set<string>();
    const { finder, found, windows } = finderOf(['a', 'b', 'c'], withRoom);
    expect([await found(), finder.hasBacklog]).toEqual([[], true]);
    withRoom.add('a').add('c');
    expect([await found(), windows.length]).toEqual([['a', 'c'], 2]);
    finder.claimed([{ ...lane('a'), quota: 1 }], 1);
    await found();
    expect(windows).toHaveLength(2);
    finder.claimed([{ ...lane('a'), quota: 2 }], 1);
    await found();
    expect(windows).toHaveLength(3);
    withRoom.clear();
    await found();
    const looked = windows.length;
    await found();
    expect(windows).toHaveLength(looked);
    finder.announced();
    await found();
    expect(windows.length).toBeGreaterThan(looked);
  });

  it.each([
    [1024, 1],
    [1025, 2],
  ])('with %i queues found, two claims search %i times', async (count, looks) => {
    const ids = Array.from({ length: count }, (_, n) => String(n));
    const { found, windows } = finderOf(ids, new Set(), 2000);
    await found();
    await found();
    expect(windows).toHaveLength(looks);
  });

  it('searches again after a while, because an announcement may be lost', async () => {
    jest.useFakeTimers();
    try {
      const { found, windows } = finderOf(['a'], new Set());
      await found();
      jest.advanceTimersByTime(800);
      await found();
      expect(windows).toHaveLength(1);
      jest.advanceTimersByTime(200);
      await found();
      expect(windows).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });
});
