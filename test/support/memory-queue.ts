import { setImmediate as aTurn } from 'node:timers/promises';
import type { ClaimedDelivery, EndpointKey } from '../../src/modules/webhooks/engine/claimed-delivery';
import type { AttemptRecord } from '../../src/modules/webhooks/engine/attempt-record';
import type { ExpiredLease, ReadyQueue } from '../../src/modules/webhooks/engine/delivery-queue';
import type { ClaimQuota } from '../../src/modules/webhooks/engine/fair-share';
import { delivery } from './claimed-delivery';
import type { Gate } from './gate';

const BEHIND_MS = 1000;

interface MemoryEndpointQueue extends EndpointKey {
  queued: { delivery: ClaimedDelivery; at: number }[];
  owner: MemoryQueue | null;
}

/**
 * An in-memory DeliveryQueue of one worker, for thousands of endpoints and for timing that the test controls.
 * test/db/webhooks tests the SQL statements.
 */
export class MemoryQueue {
  /** Claims wait for this gate. */
  claims: Gate | null = null;
  /** Renewals wait for this gate. */
  renewals: Gate | null = null;
  /** Makes searches for expired leases fail. */
  isAway = false;
  /** Makes searches for queues fail; `searchedAt` has their times. */
  areQueuesAway = false;
  readonly searchedAt: number[] = [];
  /** Time of the last failed search. */
  failedAt = 0;
  /** The result of searches for expired leases. */
  expired: ExpiredLease[] = [];
  readonly recorded: { id: string; at: number }[] = [];
  readonly claimedAt: number[] = [];
  readonly releasedQueues: string[] = [];
  renewing = 0;

  constructor(private readonly queues = new Map<string, MemoryEndpointQueue>()) {}

  /** Returns the same queue as seen by another worker. */
  another(): MemoryQueue {
    return new MemoryQueue(this.queues);
  }

  put(organizationId: string, endpointId: string, count: number): void {
    const queue = this.queueOf({ organizationId, endpointId });
    for (let n = 0; n < count; n++) {
      const one = { ...delivery(endpointId, `${endpointId}-${n}`, organizationId), startBefore: Infinity };
      queue.queued.push({ delivery: one, at: performance.now() });
    }
  }

  async findQueues(most: number): Promise<{ queues: ReadyQueue[]; isFirst: boolean; isLast: boolean }> {
    await aTurn();
    if (this.areQueuesAway) {
      this.searchedAt.push(performance.now());
      throw new Error('away');
    }
    const queues = [...this.queues.values()].filter((it) => it.queued.length > 0).slice(0, most);
    return { queues: queues.map((it) => this.viewOf(it)), isFirst: true, isLast: true };
  }

  findOrganizations(): Promise<ReadyQueue[]> {
    return Promise.resolve([]);
  }

  async claim(quotas: readonly ClaimQuota[]): Promise<ClaimedDelivery[]> {
    await aTurn();
    await this.claims?.opened;
    this.claimedAt.push(performance.now());
    return quotas.flatMap((key) => {
      const queue = this.queueOf(key);
      if (queue.owner !== null && queue.owner !== this) return [];
      queue.owner = this;
      return queue.queued.splice(0, key.quota).map((it) => it.delivery);
    });
  }

  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await aTurn();
    for (const it of deliveries) {
      this.queueOf(it).queued.unshift({ delivery: it, at: performance.now() });
    }
  }

  async renewQueueLeases(): Promise<void> {
    this.renewing++;
    await this.renewals?.opened;
    this.renewing--;
  }

  async releaseQueueLeases(queues: readonly EndpointKey[]): Promise<void> {
    await aTurn();
    for (const queue of queues) {
      this.releasedQueues.push(queue.endpointId);
      this.queueOf(queue).owner = null;
    }
  }

  releaseAllQueueLeases(): Promise<void> {
    return Promise.resolve();
  }

  findExpiredLeases(): Promise<ExpiredLease[]> {
    if (!this.isAway) return Promise.resolve(this.expired);
    this.failedAt = performance.now();
    return Promise.reject(new Error('away'));
  }

  async record(
    records: readonly AttemptRecord[],
    onSent: (outcomes: number) => void = () => undefined,
  ): Promise<number> {
    onSent(records.length);
    await aTurn();
    this.recorded.push(...records.map((it) => ({ id: it.deliveryId, at: performance.now() })));
    return records.length;
  }

  private queueOf({ organizationId, endpointId }: EndpointKey): MemoryEndpointQueue {
    const known = this.queues.get(endpointId);
    if (known !== undefined) return known;
    const queue: MemoryEndpointQueue = { organizationId, endpointId, queued: [], owner: null };
    this.queues.set(endpointId, queue);
    return queue;
  }

  private viewOf({ organizationId, endpointId, owner, queued }: MemoryEndpointQueue): ReadyQueue {
    const available = owner === null || owner === this;
    const isBehind = !available && (queued[0]?.at ?? Infinity) < performance.now() - BEHIND_MS;
    return { organizationId, endpointId, available, isBehind };
  }
}
