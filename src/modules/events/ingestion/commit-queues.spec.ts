import fc from 'fast-check';
import { splitByQueue } from './commit-queues';
import type { ReceivedEvent } from './received-event';

const anEvent = (transactionId: string, subscription: string): ReceivedEvent => ({
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

const events = (count: number) =>
  Array.from({ length: count }, (_, i) => anEvent(`t${i}`, `subscription ${i % 10}`));

describe('splitByQueue', () => {
  it('puts a small request into the first queue as a whole', () => {
    for (const small of [events(1), events(19)]) {
      expect(splitByQueue(small)).toEqual([{ queue: 0, events: small, indexes: [...small.keys()] }]);
    }
  });

  it('splits a large request and keeps the events of a subscription together', () => {
    const shares = splitByQueue(events(200));
    expect(shares).toHaveLength(2);
    const [one, other] = shares.map(
      (it) => new Set(it.events.map((event) => event.input.externalSubscriptionId)),
    );
    expect([...(one ?? [])].filter((it) => other?.has(it) === true)).toEqual([]);
  });

  it('puts every event into one queue, in order, and all events of a transaction id into the same', () => {
    const requests = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 9 }))
        .map(([id, subscription]) => anEvent(`t${id}`, `subscription ${subscription}`)),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(requests, (all) => {
        const shares = splitByQueue(all);
        const indexes = shares.flatMap((it) => it.indexes);
        expect([...indexes].sort((a, b) => a - b)).toEqual([...all.keys()]);
        const queues = new Map<string, Set<number>>();
        for (const share of shares) {
          expect(share.events).toEqual(share.indexes.map((index) => all[index]));
          expect([...share.indexes].sort((a, b) => a - b)).toEqual(share.indexes);
          for (const { input } of share.events) {
            queues.set(input.transactionId, (queues.get(input.transactionId) ?? new Set()).add(share.queue));
          }
        }
        for (const used of queues.values()) expect(used.size).toBe(1);
      }),
    );
  });
});
