import fc from 'fast-check';
import { delivery } from '../../../../test/support/claimed-delivery';
import { EndpointQueue, type HangRisk } from './endpoint-queue';
import { SlowSlots } from './slow-slots';

const CAP = 10;
const MANY = 1000;

/** Creates the queue of an endpoint with this latency, and with `held` claims that have not started. */
function queue(organizationId: string, held: number, latencyMs: number | null): EndpointQueue {
  const one = new EndpointQueue({ organizationId, endpointId: `${organizationId}-${held}` }, CAP, latencyMs);
  for (let i = 0; i < held; i++) one.waiting.push(delivery(one.endpointId, String(i), organizationId));
  return one;
}

/** Takes slots until one is refused. Returns the number of slots taken. */
function takeAll(slots: SlowSlots, organizationId: string, hangRisk: HangRisk): number {
  let taken = 0;
  while (slots.take(organizationId, hangRisk)) taken++;
  return taken;
}

describe('SlowSlots', () => {
  it('leaves slots for other organizations, and for unknown endpoints of an organization with slow ones', () => {
    const slots = new SlowSlots(120, MANY, []);
    expect(takeAll(slots, 'loud', 'slow')).toBe(60);
    expect(takeAll(slots, 'loud', 'unknown')).toBe(20);
    expect(takeAll(slots, 'other', 'slow')).toBe(20);
    expect(takeAll(slots, 'other', 'unknown')).toBe(7);
  });

  it('counts the claims of slow and unknown endpoints, up to the cap of each', () => {
    const held = [queue('loud', 8, null), queue('loud', 50, 900), queue('loud', 99, 20)];
    expect(takeAll(new SlowSlots(120, MANY, held), 'loud', 'unknown')).toBe(80 - 8 - CAP);
  });

  it('leaves other organizations a share even if many fast endpoints of one organization become slow together', () => {
    const held = Array.from({ length: 50 }, () => queue('loud', CAP, 900));
    const slots = new SlowSlots(120, MANY, held);
    expect(takeAll(slots, 'loud', 'unknown')).toBe(0);
    expect(takeAll(slots, 'other', 'unknown')).toBe(27);
  });

  it('leaves other organizations a share even if fast endpoints of several organizations become slow together', () => {
    for (const loud of [2, 3, 8]) {
      const held = Array.from({ length: 50 * loud }, (_, n) => queue(`loud${n % loud}`, CAP, 900));
      const slots = new SlowSlots(120, MANY, held);
      expect(takeAll(slots, 'loud0', 'unknown')).toBe(0);
      expect(takeAll(slots, 'other', 'slow')).toBeGreaterThan(0);
      expect(takeAll(slots, 'other', 'unknown')).toBeGreaterThan(0);
    }
  });

  it('has free slots for a new organization, regardless of the slots held', () => {
    const held = fc.array(fc.nat({ max: 300 }), { maxLength: 20 });
    fc.assert(
      fc.property(held, (organizations) => {
        const queues = organizations.flatMap((count, n) =>
          Array.from({ length: Math.ceil(count / CAP) }, () => queue(`o${n}`, CAP, 900)),
        );
        expect(takeAll(new SlowSlots(120, MANY, queues), 'newcomer', 'unknown')).toBeGreaterThan(0);
      }),
    );
  });

  it('limits the claimed but unstarted deliveries to unknown endpoints', () => {
    const slots = new SlowSlots(120, 10, [queue('loud', 4, null)]);
    expect(takeAll(slots, 'loud', 'unknown')).toBe(6);
    expect(slots.take('other', 'slow')).toBe(true);
  });

  it('never assigns more slots than exist, in any order of requests', () => {
    const wish = fc.record({
      organizationId: fc.constantFrom('a', 'b', 'c', 'd'),
      hangRisk: fc.constantFrom<HangRisk>('unknown', 'slow'),
    });
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.array(wish, { maxLength: 200 }), (total, wishes) => {
        const slots = new SlowSlots(total, MANY, []);
        const given = wishes.filter((it) => slots.take(it.organizationId, it.hangRisk)).length;
        expect(given).toBeLessThanOrEqual(total);
        const newcomer = takeAll(slots, 'newcomer', 'unknown');
        expect(newcomer).toBeGreaterThanOrEqual(Math.floor((total - given) / 3));
      }),
    );
  });
});
