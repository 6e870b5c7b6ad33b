import fc from 'fast-check';
import { delivery } from '../../../../test/support/claimed-delivery';
import { Lane, type Suspicion } from './lane';
import { SlowPlaces } from './slow-places';

const CAP = 10;
const MANY = 1000;

/** Creates the queue of an endpoint with this latency and this number of claims. */
function lane(organizationId: string, held: number, latencyMs: number | null): Lane {
  const one = new Lane({ organizationId, endpointId: `${organizationId}-${held}` }, CAP, latencyMs);
  for (let i = 0; i < held; i++) one.waiting.push(delivery(one.endpointId, String(i), organizationId));
  return one;
}

/** Takes slots until one is refused. Returns their number. */
function takeAll(places: SlowPlaces, organizationId: string, suspicion: Suspicion): number {
  let taken = 0;
  while (places.take(organizationId, suspicion)) taken++;
  return taken;
}

describe('SlowPlaces', () => {
  it('leaves slots for unknown endpoints besides slow ones, and for other organizations besides both', () => {
    const places = new SlowPlaces(120, MANY, []);
    expect(takeAll(places, 'loud', 'slow')).toBe(60);
    expect(takeAll(places, 'loud', 'unknown')).toBe(20);
    expect(takeAll(places, 'other', 'slow')).toBe(20);
    expect(takeAll(places, 'other', 'unknown')).toBe(7);
  });

  it('counts the claims of endpoints that hang or may hang, up to the cap of each', () => {
    const held = [lane('loud', 8, null), lane('loud', 50, 900), lane('loud', 99, 20)];
    expect(takeAll(new SlowPlaces(120, MANY, held), 'loud', 'unknown')).toBe(80 - 8 - CAP);
  });

  it('leaves others their share even if many fast endpoints of one organization become slow at the same time', () => {
    const held = Array.from({ length: 50 }, () => lane('loud', CAP, 900));
    const places = new SlowPlaces(120, MANY, held);
    expect(takeAll(places, 'loud', 'unknown')).toBe(0);
    expect(takeAll(places, 'other', 'unknown')).toBe(27);
  });

  it('leaves others a share even if that happens to several organizations', () => {
    for (const loud of [2, 3, 8]) {
      const held = Array.from({ length: 50 * loud }, (_, n) => lane(`loud${n % loud}`, CAP, 900));
      const places = new SlowPlaces(120, MANY, held);
      expect(takeAll(places, 'loud0', 'unknown')).toBe(0);
      expect(takeAll(places, 'other', 'slow')).toBeGreaterThan(0);
      expect(takeAll(places, 'other', 'unknown')).toBeGreaterThan(0);
    }
  });

  it('has free slots for a new organization, regardless of the slots held', () => {
    const held = fc.array(fc.nat({ max: 300 }), { maxLength: 20 });
    fc.assert(
      fc.property(held, (organizations) => {
        const lanes = organizations.flatMap((count, n) =>
          Array.from({ length: Math.ceil(count / CAP) }, () => lane(`o${n}`, CAP, 900)),
        );
        expect(takeAll(new SlowPlaces(120, MANY, lanes), 'newcomer', 'unknown')).toBeGreaterThan(0);
      }),
    );
  });

  it('limits waiting deliveries of unknown endpoints to those that start soon', () => {
    const places = new SlowPlaces(120, 10, [lane('loud', 4, null)]);
    expect(takeAll(places, 'loud', 'unknown')).toBe(6);
    expect(places.take('other', 'slow')).toBe(true);
  });

  it('never assigns more slots than there are, in any order of requests', () => {
    const wish = fc.record({
      organizationId: fc.constantFrom('a', 'b', 'c', 'd'),
      suspicion: fc.constantFrom<Suspicion>('unknown', 'slow'),
    });
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.array(wish, { maxLength: 200 }), (total, wishes) => {
        const places = new SlowPlaces(total, MANY, []);
        const given = wishes.filter((it) => places.take(it.organizationId, it.suspicion)).length;
        expect(given).toBeLessThanOrEqual(total);
        const newcomer = takeAll(places, 'newcomer', 'unknown');
        expect(newcomer).toBeGreaterThanOrEqual(Math.floor((total - given) / 3));
      }),
    );
  });
});
