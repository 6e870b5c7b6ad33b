import fc from 'fast-check';
import type { Arrival } from './event-input';
import { lanesOf } from './lanes';

const arrival = (transactionId: string, subscription: string): Arrival => ({
  input: {
    transactionId,
    code: 'storage_gb',
    timestamp: null,
    properties: {},
    externalSubscriptionId: subscription,
    externalCustomerId: null,
  },
  keyHash: null,
});

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => arrival(`t${i}`, `subscription ${i % 10}`));

describe('lanesOf', () => {
  it('puts a small request into the first lane', () => {
    for (const arrivals of [many(1), many(19)]) {
      expect(lanesOf(arrivals)).toEqual([{ lane: 0, arrivals, places: [...arrivals.keys()] }]);
    }
  });

  it('splits a large request and keeps the events of a subscription together', () => {
    const shares = lanesOf(many(200));
    expect(shares).toHaveLength(2);
    const [one, other] = shares.map(
      ({ arrivals }) => new Set(arrivals.map((it) => it.input.externalSubscriptionId)),
    );
    expect([...(one ?? [])].filter((it) => other?.has(it) === true)).toEqual([]);
  });

  it('keeps every event exactly once, and events with the same transaction id in one lane and in order', () => {
    const arrivals = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 9 }))
        .map(([id, subscription]) => arrival(`t${id}`, `subscription ${subscription}`)),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(arrivals, (all) => {
        const shares = lanesOf(all);
        const places = shares.flatMap((it) => it.places);
        expect([...places].sort((a, b) => a - b)).toEqual([...all.keys()]);
        for (const share of shares) {
          expect(share.arrivals).toEqual(share.places.map((place) => all[place]));
          expect([...share.places].sort((a, b) => a - b)).toEqual(share.places);
        }
        const lanes = new Map<string, Set<number>>();
        for (const { lane, arrivals: own } of shares) {
          for (const { input } of own) {
            lanes.set(input.transactionId, (lanes.get(input.transactionId) ?? new Set()).add(lane));
          }
        }
        for (const used of lanes.values()) expect(used.size).toBe(1);
      }),
    );
  });
});
