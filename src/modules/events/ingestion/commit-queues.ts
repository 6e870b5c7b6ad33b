import type { ReceivedEvent, UsageEventInput } from './received-event';

/**
 * Concurrent transactions of one organization. All events of a subscription go to the same queue, because they would
 * wait for each other's lock anyway.
 */
const QUEUES = 2;
/** For fewer events a transaction costs more than the events do, so small requests share the first queue. */
const MIN_EVENTS_TO_SPLIT = 20;

/** The events of a request that go to one commit queue. */
export interface QueueShare {
  queue: number;
  events: ReceivedEvent[];
  /** Position of each of them in the request. */
  indexes: number[];
}

/** Splits a request. Events with the same transaction id stay together, in their order: the first valid one is stored. */
export function splitByQueue(events: readonly ReceivedEvent[]): QueueShare[] {
  if (events.length < MIN_EVENTS_TO_SPLIT) {
    return [{ queue: 0, events: [...events], indexes: [...events.keys()] }];
  }
  const queueOfTransaction = new Map<string, number>();
  const shares = new Map<number, QueueShare>();
  for (const [index, event] of events.entries()) {
    const { input } = event;
    const queue = queueOfTransaction.get(input.transactionId) ?? queueOf(input);
    queueOfTransaction.set(input.transactionId, queue);
    const share = shares.get(queue) ?? { queue, events: [], indexes: [] };
    shares.set(queue, share);
    share.events.push(event);
    share.indexes.push(index);
  }
  return [...shares.values()];
}

function queueOf({ externalSubscriptionId, externalCustomerId }: UsageEventInput): number {
  const name = externalSubscriptionId ?? externalCustomerId ?? '';
  let hash = 0;
  for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
  return (hash >>> 0) % QUEUES;
}
