import fc from 'fast-check';
import type { Arrival } from './event-input';
import { shardsOf } from './shards';

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

describe('shardsOf', () => {
  it('puts a small request into the first shard', () => {
    for (const arrivals of [many(1), many(19)]) {
      expect(shardsOf(arrivals)).toEqual([{ index: 0, arrivals, positions: [...arrivals.keys()] }]);
    }
  });

  it('splits a large request and keeps the events of a subscription together', () => {
    const shards = shardsOf(many(200));
    expect(shards).toHaveLength(2);
    const [one, other] = shards.map(
      ({ arrivals }) => new Set(arrivals.map((it) => it.input.externalSubscriptionId)),
    );
    expect([...(one ?? [])].filter((it) => other?.has(it) === true)).toEqual([]);
  });

  it('keeps every event exactly once, and events with the same transaction ID in one shard and in order', () => {
    const arrivals = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 9 }))
        .map(([id, subscription]) => arrival(`t${id}`, `subscription ${subscription}`)),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(arrivals, (all) => {
        const shards = shardsOf(all);
        const positions = shards.flatMap((it) => it.positions);
        expect([...positions].sort((a, b) => a - b)).toEqual([...all.keys()]);
        for (const shard of shards) {
          expect(shard.arrivals).toEqual(shard.positions.map((position) => all[position]));
          expect([...shard.positions].sort((a, b) => a - b)).toEqual(shard.positions);
        }
        const shardOfKey = new Map<string, Set<number>>();
        for (const { index, arrivals: own } of shards) {
          for (const { input } of own) {
            shardOfKey.set(
              input.transactionId,
              (shardOfKey.get(input.transactionId) ?? new Set()).add(index),
            );
          }
        }
        for (const used of shardOfKey.values()) expect(used.size).toBe(1);
      }),
    );
  });
});
