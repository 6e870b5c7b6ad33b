import fc from 'fast-check';
import { fairShare, type OpenLane } from './fair-share';
import type { SlowPlaces } from './slow-places';

const UNBOUNDED: Pick<SlowPlaces, 'take'> = { take: () => true };

const lane = (
  organizationId: string,
  endpointId: string,
  room: number,
  more?: Partial<OpenLane>,
): OpenLane => ({
  organizationId,
  endpointId,
  room,
  held: 0,
  latencyMs: null,
  suspicion: null,
  needsPlaces: 0,
  ...more,
});
const quotas = (lanes: readonly OpenLane[], slots: number, places = UNBOUNDED) =>
  Object.fromEntries(fairShare(lanes, slots, places).map((it) => [it.endpointId, it.quota]));

describe('fairShare', () => {
  it('gives each organization the same share, regardless of its number of endpoints', () => {
    const lanes = [
      lane('loud', 'l1', 99),
      lane('loud', 'l2', 99),
      lane('loud', 'l3', 99),
      lane('quiet', 'q1', 99),
    ];
    expect(quotas(lanes, 12)).toEqual({ l1: 2, l2: 2, l3: 2, q1: 6 });
  });

  it('passes on the share that an endpoint cannot use', () => {
    expect(quotas([lane('a', 'a1', 1), lane('b', 'b1', 99)], 10)).toEqual({ a1: 1, b1: 9 });
    expect(quotas([lane('a', 'a1', 0), lane('b', 'b1', 2)], 10)).toEqual({ b1: 2 });
  });

  it('starts with the endpoint with the fewest claims, and the fastest of these', () => {
    const lanes = [
      lane('a', 'a1', 9, { held: 3 }),
      lane('a', 'a2', 9, { latencyMs: 9000 }),
      lane('a', 'a3', 9, { held: 1 }),
      lane('a', 'a4', 9, { latencyMs: 20 }),
    ];
    expect(quotas(lanes, 1)).toEqual({ a4: 1 });
    expect(quotas(lanes, 3)).toEqual({ a2: 1, a3: 1, a4: 1 });
  });

  it('limits endpoints that may hang to their slow slots, and does not limit proven ones', () => {
    const lanes = [
      lane('a', 'a1', 5, { suspicion: 'unknown', needsPlaces: 5 }),
      lane('a', 'a2', 5, { suspicion: 'unknown', needsPlaces: 5 }),
      lane('a', 'a3', 5, { suspicion: 'unknown', needsPlaces: 1 }),
      lane('b', 'b1', 2, { suspicion: 'unknown', needsPlaces: 2 }),
    ];
    const left = { a: 3, b: 9 };
    const take = (organizationId: string): boolean => left[organizationId as 'a' | 'b']-- > 0;
    expect(quotas(lanes, 99, { take })).toEqual({ a1: 1, a2: 1, a3: 5, b1: 2 });
  });

  it('never exceeds the total or the capacity of an endpoint, and distributes everything that fits', () => {
    const someLane = fc
      .record({
        organizationId: fc.constantFrom('a', 'b', 'c'),
        endpointId: fc.uuid(),
        room: fc.nat({ max: 20 }),
        held: fc.nat({ max: 20 }),
      })
      .map((it) => lane(it.organizationId, it.endpointId, it.room, { held: it.held }));
    fc.assert(
      fc.property(fc.array(someLane, { maxLength: 30 }), fc.nat({ max: 200 }), (all, slots) => {
        const shares = quotas(all, slots);
        const given = Object.values(shares).reduce((sum, it) => sum + it, 0);
        const room = all.reduce((sum, it) => sum + it.room, 0);
        expect(given).toBe(Math.min(slots, room));
        expect(all.every((it) => (shares[it.endpointId] ?? 0) <= it.room)).toBe(true);
      }),
    );
  });
});
