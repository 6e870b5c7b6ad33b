import type { Arrival, EventInput } from './event-input';

/**
 * Number of concurrent transactions per organization. Events of one subscription share a shard, because they would wait
 * for the same lock anyway.
 */
const SHARDS = 2;
/**
 * Below this number of events, a transaction costs more than the events do, so small requests share the first shard.
 */
const WORTH_SPLITTING = 20;

/** The events of one transaction, with their positions in the request. */
export interface Shard {
  index: number;
  arrivals: Arrival[];
  positions: number[];
}

/**
 * Splits a request into shards. Events with the same transaction ID stay together and in order, because only the first
 * of them is stored.
 */
export function shardsOf(arrivals: readonly Arrival[]): Shard[] {
  if (arrivals.length < WORTH_SPLITTING) {
    return [{ index: 0, arrivals: [...arrivals], positions: [...arrivals.keys()] }];
  }
  const shardOfTransaction = new Map<string, number>();
  const shards = new Map<number, Shard>();
  for (const [position, arrival] of arrivals.entries()) {
    const { input } = arrival;
    const index = shardOfTransaction.get(input.transactionId) ?? shardOfSubscription(input);
    shardOfTransaction.set(input.transactionId, index);
    const shard = shards.get(index) ?? { index, arrivals: [], positions: [] };
    shards.set(index, shard);
    shard.arrivals.push(arrival);
    shard.positions.push(position);
  }
  return [...shards.values()];
}

function shardOfSubscription({ externalSubscriptionId, externalCustomerId }: EventInput): number {
  const name = externalSubscriptionId ?? externalCustomerId ?? '';
  let hash = 0;
  for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
  return (hash >>> 0) % SHARDS;
}
