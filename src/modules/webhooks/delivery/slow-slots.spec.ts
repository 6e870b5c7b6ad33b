import fc from 'fast-check';
import { delivery } from '../../../../test/support/claimed-delivery';
import { EndpointQueue } from './endpoint-queue';
import { SlowSlots } from './slow-slots';

const CAP = 10;
const NO_LIMIT = 1000;

/** A queue with this many claimed deliveries, of an endpoint with this latency. */
function queue(organizationId: string, claimed: number, latencyMs: number | null): EndpointQueue {
  const one = new EndpointQueue(
    { organizationId, endpointId: `${organizationId}-${claimed}` },
    CAP,
    latencyMs,
  );
  for (let i = 0; i < claimed; i++) one.waiting.push(delivery(one.endpointId, String(i), organizationId));
  return one;
}

/** Takes slots until one is refused; returns their number. */
function takeAll(slots: SlowSlots, organizationId: string, speed: 'slow' | 'unknown'): number {
  let taken = 0;
  while (slots.take(organizationId, speed)) taken++;
  return taken;
}

describe('SlowSlots', () => {
  it('leaves slots for unknown endpoints beside slow ones, and for other organizations beside both', () => {
    const slots = new SlowSlots(120, NO_LIMIT, []);
    expect(takeAll(slots, 'loud', 'slow')).toBe(60);
    expect(takeAll(slots, 'loud', 'unknown')).toBe(20);
    expect(takeAll(slots, 'other', 'slow')).toBe(20);
    expect(takeAll(slots, 'other', 'unknown')).toBe(7);
  });

  it('counts the claims of slow and unknown endpoints, up to the cap of each', () => {
    const claimed = [queue('loud', 8, null), queue('loud', 50, 900), queue('loud', 99, 20)];
    expect(takeAll(new SlowSlots(120, NO_LIMIT, claimed), 'loud', 'unknown')).toBe(80 - 8 - CAP);
  });

  it('keeps the share of others free when many fast endpoints of one organization become slow at once', () => {
    const claimed = Array.from({ length: 50 }, () => queue('loud', CAP, 900));
    const slots = new SlowSlots(120, NO_LIMIT, claimed);
    expect(takeAll(slots, 'loud', 'unknown')).toBe(0);
    expect(takeAll(slots, 'other', 'unknown')).toBe(27);
  });

  it('keeps a share of others free when endpoints of several organizations become slow at once', () => {
    for (const loud of [2, 3, 8]) {
      const claimed = Array.from({ length: 50 * loud }, (_, n) => queue(`loud${n % loud}`, CAP, 900));
      const slots = new SlowSlots(120, NO_LIMIT, claimed);
      expect(takeAll(slots, 'loud0', 'unknown')).toBe(0);
      expect(takeAll(slots, 'other', 'slow')).toBeGreaterThan(0);
      expect(takeAll(slots, 'other', 'unknown')).toBeGreaterThan(0);
    }
  });

  it('always has a free slot for an organization that holds none', () => {
    const counts = fc.array(fc.nat({ max: 300 }), { maxLength: 20 });
    fc.assert(
      fc.property(counts, (organizations) => {
        const queues = organizations.flatMap((count, n) =>
          Array.from({ length: Math.ceil(count / CAP) }, () => queue(`o${n}`, CAP, 900)),
        );
        expect(takeAll(new SlowSlots(120, NO_LIMIT, queues), 'newcomer', 'unknown')).toBeGreaterThan(0);
      }),
    );
  });

  it('refuses deliveries of unknown endpoints beyond the maximum that may wait', () => {
    const slots = new SlowSlots(120, 10, [queue('loud', 4, null)]);
    expect(takeAll(slots, 'loud', 'unknown')).toBe(6);
    expect(slots.take('other', 'slow')).toBe(true);
  });

  it('never gives out more slots than exist, whatever the order of requests', () => {
    const request = fc.record({
      organizationId: fc.constantFrom('a', 'b', 'c', 'd'),
      speed: fc.constantFrom('unknown' as const, 'slow' as const),
    });
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.array(request, { maxLength: 200 }), (total, requests) => {
        const slots = new SlowSlots(total, NO_LIMIT, []);
        const taken = requests.filter((it) => slots.take(it.organizationId, it.speed)).length;
        expect(taken).toBeLessThanOrEqual(total);
        const newcomer = takeAll(slots, 'newcomer', 'unknown');
        expect(newcomer).toBeGreaterThanOrEqual(Math.floor((total - taken) / 3));
      }),
    );
  });
});
