import { setImmediate as aTurn } from 'node:timers/promises';
import type { ClaimedDelivery, EndpointKey } from '../../src/modules/webhooks/queue/claimed-delivery';
import type {
  AttemptRecord,
  ClaimQuota,
  ExpiredDelivery,
  NonEmptyQueue,
} from '../../src/modules/webhooks/queue/delivery-queue';
import { delivery } from './claimed-delivery';
import type { Gate } from './gate';

/** A delivery that waits longer than this makes its queue's owner count as behind. */
const BEHIND_MS = 1000;

interface MemoryEndpoint extends EndpointKey {
  queued: { delivery: ClaimedDelivery; at: number }[];
  owner: MemoryQueue | null;
}

/**
 * The DeliveryQueue of one worker, in memory: for thousands of endpoints, and for timing that the test decides.
 * test/db/webhooks tests the statements themselves.
 */
export class MemoryQueue {
  /** Claims wait for this gate. */
  claims: Gate | null = null;
  /** Renewals wait for this gate. */
  renewals: Gate | null = null;
  /** Searches for expired leases fail. */
  isAway = false;
  /** Time of the last failed search. */
  failedAt = 0;
  /** Result of searches for expired leases. */
  expired: ExpiredDelivery[] = [];
  readonly recorded: { id: string; at: number }[] = [];
  readonly claimedAt: number[] = [];
  readonly releasedQueues: string[] = [];
  renewing = 0;

  constructor(private readonly endpoints = new Map<string, MemoryEndpoint>()) {}

  /** Returns the same queue as another worker sees it. */
  another(): MemoryQueue {
    return new MemoryQueue(this.endpoints);
  }

  put(organizationId: string, endpointId: string, count: number): void {
    const endpoint = this.endpointOf({ organizationId, endpointId });
    for (let n = 0; n < count; n++) {
      const one = { ...delivery(endpointId, `${endpointId}-${n}`, organizationId), startBefore: Infinity };
      endpoint.queued.push({ delivery: one, at: performance.now() });
    }
  }

  async findQueues(limit: number): Promise<{ queues: NonEmptyQueue[]; isFirst: boolean; isLast: boolean }> {
    await aTurn();
    const nonEmpty = [...this.endpoints.values()].filter((it) => it.queued.length > 0).slice(0, limit);
    return { queues: nonEmpty.map((it) => this.viewOf(it)), isFirst: true, isLast: true };
  }

  findOrganizations(): Promise<NonEmptyQueue[]> {
    return Promise.resolve([]);
  }

  async claim(quotas: readonly ClaimQuota[]): Promise<ClaimedDelivery[]> {
    await aTurn();
    await this.claims?.opened;
    this.claimedAt.push(performance.now());
    return quotas.flatMap((key) => {
      const endpoint = this.endpointOf(key);
      if (endpoint.owner !== null && endpoint.owner !== this) return [];
      endpoint.owner = this;
      return endpoint.queued.splice(0, key.quota).map((it) => it.delivery);
    });
  }

  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await aTurn();
    for (const it of deliveries) {
      this.endpointOf(it).queued.unshift({ delivery: it, at: performance.now() });
    }
  }

  async renewQueues(): Promise<void> {
    this.renewing++;
    await this.renewals?.opened;
    this.renewing--;
  }

  async releaseQueues(queues: readonly EndpointKey[]): Promise<void> {
    await aTurn();
    for (const queue of queues) {
      this.releasedQueues.push(queue.endpointId);
      this.endpointOf(queue).owner = null;
    }
  }

  releaseAllQueues(): Promise<void> {
    return Promise.resolve();
  }

  findExpired(): Promise<ExpiredDelivery[]> {
    if (!this.isAway) return Promise.resolve(this.expired);
    this.failedAt = performance.now();
    return Promise.reject(new Error('away'));
  }

  async record(
    records: readonly AttemptRecord[],
    onFlushed: (outcomes: number) => void = () => undefined,
  ): Promise<number> {
    onFlushed(records.length);
    await aTurn();
    this.recorded.push(...records.map((it) => ({ id: it.deliveryId, at: performance.now() })));
    return records.length;
  }

  private endpointOf({ organizationId, endpointId }: EndpointKey): MemoryEndpoint {
    const known = this.endpoints.get(endpointId);
    if (known !== undefined) return known;
    const endpoint: MemoryEndpoint = { organizationId, endpointId, queued: [], owner: null };
    this.endpoints.set(endpointId, endpoint);
    return endpoint;
  }

  private viewOf({ organizationId, endpointId, owner, queued }: MemoryEndpoint): NonEmptyQueue {
    const available = owner === null || owner === this;
    const behind = !available && (queued[0]?.at ?? Infinity) < performance.now() - BEHIND_MS;
    return { organizationId, endpointId, available, behind };
  }
}
