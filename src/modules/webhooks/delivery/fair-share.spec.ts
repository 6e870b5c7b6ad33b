import fc from 'fast-check';
import { fairShare, type ClaimCandidate } from './fair-share';
import type { SlowSlots } from './slow-slots';

const UNLIMITED: Pick<SlowSlots, 'take'> = { take: () => true };

const candidate = (
  organizationId: string,
  endpointId: string,
  claimable: number,
  more?: Partial<ClaimCandidate>,
): ClaimCandidate => ({
  organizationId,
  endpointId,
  claimable,
  claimed: 0,
  latencyMs: null,
  speed: 'fast',
  slowSlotsNeeded: 0,
  ...more,
});
const quotas = (candidates: readonly ClaimCandidate[], limit: number, slowSlots = UNLIMITED) =>
  Object.fromEntries(fairShare(candidates, limit, slowSlots).map((it) => [it.endpointId, it.quota]));

describe('fairShare', () => {
  it('gives each organization the same share, whatever the number of its endpoints', () => {
    const candidates = [
      candidate('loud', 'l1', 99),
      candidate('loud', 'l2', 99),
      candidate('loud', 'l3', 99),
      candidate('quiet', 'q1', 99),
    ];
    expect(quotas(candidates, 12)).toEqual({ l1: 2, l2: 2, l3: 2, q1: 6 });
  });

  it('passes on the share of an endpoint that can take no more', () => {
    expect(quotas([candidate('a', 'a1', 1), candidate('b', 'b1', 99)], 10)).toEqual({ a1: 1, b1: 9 });
    expect(quotas([candidate('a', 'a1', 0), candidate('b', 'b1', 2)], 10)).toEqual({ b1: 2 });
  });

  it('starts with the endpoints that have the fewest claims, the fastest of them first', () => {
    const candidates = [
      candidate('a', 'a1', 9, { claimed: 3 }),
      candidate('a', 'a2', 9, { latencyMs: 9000 }),
      candidate('a', 'a3', 9, { claimed: 1 }),
      candidate('a', 'a4', 9, { latencyMs: 20 }),
    ];
    expect(quotas(candidates, 1)).toEqual({ a4: 1 });
    expect(quotas(candidates, 3)).toEqual({ a2: 1, a3: 1, a4: 1 });
  });

  it('gives an endpoint that may hang only as many claims as it gets slow slots', () => {
    const candidates = [
      candidate('a', 'a1', 5, { speed: 'unknown', slowSlotsNeeded: 5 }),
      candidate('a', 'a2', 5, { speed: 'unknown', slowSlotsNeeded: 5 }),
      candidate('a', 'a3', 5, { speed: 'unknown', slowSlotsNeeded: 1 }),
      candidate('b', 'b1', 2, { speed: 'unknown', slowSlotsNeeded: 2 }),
    ];
    const left = { a: 3, b: 9 };
    const take = (organizationId: string): boolean => left[organizationId as 'a' | 'b']-- > 0;
    expect(quotas(candidates, 99, { take })).toEqual({ a1: 1, a2: 1, a3: 5, b1: 2 });
  });

  it('distributes all that can be claimed, up to the limit, and never more than an endpoint can take', () => {
    const someCandidate = fc
      .record({
        organizationId: fc.constantFrom('a', 'b', 'c'),
        endpointId: fc.uuid(),
        claimable: fc.nat({ max: 20 }),
        claimed: fc.nat({ max: 20 }),
      })
      .map((it) => candidate(it.organizationId, it.endpointId, it.claimable, { claimed: it.claimed }));
    fc.assert(
      fc.property(fc.array(someCandidate, { maxLength: 30 }), fc.nat({ max: 200 }), (all, limit) => {
        const shares = quotas(all, limit);
        const given = Object.values(shares).reduce((sum, it) => sum + it, 0);
        const claimable = all.reduce((sum, it) => sum + it.claimable, 0);
        expect(given).toBe(Math.min(limit, claimable));
        expect(all.every((it) => (shares[it.endpointId] ?? 0) <= it.claimable)).toBe(true);
      }),
    );
  });
});
