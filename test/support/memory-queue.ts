import { setImmediate as aTurn } from 'node:timers/promises';
import type { ClaimedDelivery, LaneKey } from '../../src/modules/webhooks/engine/claimed-delivery';
import type {
  AttemptRecord,
  LapsedDelivery,
  QueuedLane,
} from '../../src/modules/webhooks/engine/delivery-queue';
import type { LaneQuota } from '../../src/modules/webhooks/engine/fair-share';
import { delivery } from './claimed-delivery';
import type { Gate } from './gate';

const NEGLECTED_MS = 1000;

interface MemoryLane extends LaneKey {
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
  /** The result of searches for expired leases. */
  lapsed: LapsedDelivery[] = [];
  readonly recorded: { id: string; at: number }[] = [];
  readonly claimedAt: number[] = [];
  readonly releasedLanes: string[] = [];
  renewing = 0;

  constructor(private readonly lanes = new Map<string, MemoryLane>()) {}

  /** Returns the same queue as another worker sees it. */
  another(): MemoryQueue {
    return new MemoryQueue(this.lanes);
  }

  put(organizationId: string, endpointId: string, count: number): void {
    const lane = this.laneOf({ organizationId, endpointId });
    for (let n = 0; n < count; n++) {
      const one = { ...delivery(endpointId, `${endpointId}-${n}`, organizationId), startBefore: Infinity };
      lane.queued.push({ delivery: one, at: performance.now() });
    }
  }

  async findLanes(most: number): Promise<{ lanes: QueuedLane[]; isFirst: boolean; isLast: boolean }> {
    await aTurn();
    const lanes = [...this.lanes.values()].filter((it) => it.queued.length > 0).slice(0, most);
    return { lanes: lanes.map((it) => this.viewOf(it)), isFirst: true, isLast: true };
  }

  findOrganizations(): Promise<QueuedLane[]> {
    return Promise.resolve([]);
  }

  async claim(quotas: readonly LaneQuota[]): Promise<ClaimedDelivery[]> {
    await aTurn();
    await this.claims?.opened;
    this.claimedAt.push(performance.now());
    return quotas.flatMap((key) => {
      const lane = this.laneOf(key);
      if (lane.owner !== null && lane.owner !== this) return [];
      lane.owner = this;
      return lane.queued.splice(0, key.quota).map((it) => it.delivery);
    });
  }

  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await aTurn();
    for (const it of deliveries) {
      this.laneOf(it).queued.unshift({ delivery: it, at: performance.now() });
    }
  }

  async renewLanes(): Promise<void> {
    this.renewing++;
    await this.renewals?.opened;
    this.renewing--;
  }

  async releaseLanes(lanes: readonly LaneKey[]): Promise<void> {
    await aTurn();
    for (const lane of lanes) {
      this.releasedLanes.push(lane.endpointId);
      this.laneOf(lane).owner = null;
    }
  }

  releaseAllLanes(): Promise<void> {
    return Promise.resolve();
  }

  findLapsed(): Promise<LapsedDelivery[]> {
    if (!this.isAway) return Promise.resolve(this.lapsed);
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

  private laneOf({ organizationId, endpointId }: LaneKey): MemoryLane {
    const known = this.lanes.get(endpointId);
    if (known !== undefined) return known;
    const lane: MemoryLane = { organizationId, endpointId, queued: [], owner: null };
    this.lanes.set(endpointId, lane);
    return lane;
  }

  private viewOf({ organizationId, endpointId, owner, queued }: MemoryLane): QueuedLane {
    const available = owner === null || owner === this;
    const neglected = !available && (queued[0]?.at ?? Infinity) < performance.now() - NEGLECTED_MS;
    return { organizationId, endpointId, available, neglected };
  }
}
