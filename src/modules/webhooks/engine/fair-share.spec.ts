import fc from 'fast-check';
import { fairShare, type ClaimableQueue } from './fair-share';
import type { SlowSlots } from './slow-slots';

const UNBOUNDED: Pick<SlowSlots, 'take'> = { take: () => true };

const queue = (
  organizationId: string,
  endpointId: string,
  capacity: number,
  more?: Partial<ClaimableQueue>,
): ClaimableQueue => ({
  organizationId,
  endpointId,
  capacity,
  held: 0,
  latencyMs: null,
  hangRisk: null,
  slotsNeeded: 0,
  ...more,
});
const quotas = (queues: readonly ClaimableQueue[], capacity: number, slots = UNBOUNDED) =>
  Object.fromEntries(fairShare(queues, capacity, slots).map((it) => [it.endpointId, it.quota]));

describe('fairShare', () => {
  it('gives each organization the same share, regardless of its number of endpoints', () => {
    const queues = [
      queue('loud', 'l1', 99),
      queue('loud', 'l2', 99),
      queue('loud', 'l3', 99),
      queue('quiet', 'q1', 99),
    ];
    expect(quotas(queues, 12)).toEqual({ l1: 2, l2: 2, l3: 2, q1: 6 });
  });

  it('gives others the share that an endpoint cannot use', () => {
    expect(quotas([queue('a', 'a1', 1), queue('b', 'b1', 99)], 10)).toEqual({ a1: 1, b1: 9 });
    expect(quotas([queue('a', 'a1', 0), queue('b', 'b1', 2)], 10)).toEqual({ b1: 2 });
  });

  it('within an organization, starts with the endpoint with the fewest claims, and the fastest of these', () => {
    const queues = [
      queue('a', 'a1', 9, { held: 3 }),
      queue('a', 'a2', 9, { latencyMs: 9000 }),
      queue('a', 'a3', 9, { held: 1 }),
      queue('a', 'a4', 9, { latencyMs: 20 }),
    ];
    expect(quotas(queues, 1)).toEqual({ a4: 1 });
    expect(quotas(queues, 3)).toEqual({ a2: 1, a3: 1, a4: 1 });
  });

  it('limits endpoints that may hang to the slow slots they can take, and does not limit fast ones', () => {
    const queues = [
      queue('a', 'a1', 5, { hangRisk: 'unknown', slotsNeeded: 5 }),
      queue('a', 'a2', 5, { hangRisk: 'unknown', slotsNeeded: 5 }),
      queue('a', 'a3', 5, { hangRisk: 'unknown', slotsNeeded: 1 }),
      queue('b', 'b1', 2, { hangRisk: 'unknown', slotsNeeded: 2 }),
    ];
    const left = { a: 3, b: 9 };
    const take = (organizationId: string): boolean => left[organizationId as 'a' | 'b']-- > 0;
    expect(quotas(queues, 99, { take })).toEqual({ a1: 1, a2: 1, a3: 5, b1: 2 });
  });

  it('never exceeds the total or the capacity of an endpoint, and distributes everything that fits', () => {
    const someQueue = fc
      .record({
        organizationId: fc.constantFrom('a', 'b', 'c'),
        endpointId: fc.uuid(),
        capacity: fc.nat({ max: 20 }),
        held: fc.nat({ max: 20 }),
      })
      .map((it) => queue(it.organizationId, it.endpointId, it.capacity, { held: it.held }));
    fc.assert(
      fc.property(fc.array(someQueue, { maxLength: 30 }), fc.nat({ max: 200 }), (all, slots) => {
        const shares = quotas(all, slots);
        const given = Object.values(shares).reduce((sum, it) => sum + it, 0);
        const capacity = all.reduce((sum, it) => sum + it.capacity, 0);
        expect(given).toBe(Math.min(slots, capacity));
        expect(all.every((it) => (shares[it.endpointId] ?? 0) <= it.capacity)).toBe(true);
      }),
    );
  });
});
