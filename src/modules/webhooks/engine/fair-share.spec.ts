import fc from 'fast-check';
import { fairShare } from './fair-share';

const lane = (organizationId: string, endpointId: string, room: number) => ({
  organizationId,
  endpointId,
  room,
});
const quotas = (lanes: ReturnType<typeof lane>[], slots: number) =>
  Object.fromEntries(fairShare(lanes, slots).map((it) => [it.endpointId, it.quota]));

describe('fairShare', () => {
  it('gives each organization the same, whatever the number of its endpoints', () => {
    const lanes = [
      lane('loud', 'l1', 99),
      lane('loud', 'l2', 99),
      lane('loud', 'l3', 99),
      lane('quiet', 'q1', 99),
    ];
    expect(quotas(lanes, 12)).toEqual({ l1: 2, l2: 2, l3: 2, q1: 6 });
  });

  it('hands on what a lane has no room for', () => {
    expect(quotas([lane('a', 'a1', 1), lane('b', 'b1', 99)], 10)).toEqual({ a1: 1, b1: 9 });
    expect(quotas([lane('a', 'a1', 0), lane('b', 'b1', 2)], 10)).toEqual({ b1: 2 });
  });

  it('never gives more than there is, nor more than a lane takes, and leaves nothing over in vain', () => {
    const lanes = fc.array(
      fc.record({
        organizationId: fc.constantFrom('a', 'b', 'c'),
        endpointId: fc.uuid(),
        room: fc.nat({ max: 20 }),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(lanes, fc.nat({ max: 200 }), (all, slots) => {
        const shares = fairShare(all, slots);
        const given = shares.reduce((sum, it) => sum + it.quota, 0);
        const room = all.reduce((sum, it) => sum + it.room, 0);
        expect(given).toBe(Math.min(slots, room));
        expect(shares.every((it) => it.quota <= it.room)).toBe(true);
      }),
    );
  });
});
