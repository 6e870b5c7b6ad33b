import { LRUCache } from 'lru-cache';
import type { ClaimedDelivery, EndpointKey } from '../queue/claimed-delivery';
import { EndpointQueue, type SlotKind } from './endpoint-queue';
import { fairShare, type ClaimCandidate, type PlannedClaim } from './fair-share';
import { HostSlots } from './host-slots';
import { RoundRobin } from './round-robin';
import { SlowSlots } from './slow-slots';

/** Minimum time for which this worker does not claim from a queue that it has handed over. */
const HOLD_OFF_MS = 2000;
/** Endpoints whose latency is remembered after their queue is forgotten. */
const REMEMBERED_LATENCIES = 10_000;

/** The limits of one process (docs/webhooks.md#admission-limits). */
export interface SchedulerLimits {
  /** Maximum number of requests in flight per endpoint. */
  endpointCap: number;
  /** Maximum number of requests in flight per host within an organization; 0: unlimited. */
  hostCap: number;
  /** Slots for deliveries of slow and unknown endpoints. */
  slowSlots: number;
  /** Maximum number of waiting deliveries of unknown endpoints. */
  maxUnknown: number;
}

/**
 * The claimed deliveries of this process, by endpoint: decides which delivery is sent next, and how many more may be
 * claimed for each endpoint. No I/O; times are milliseconds of the process's monotonic clock.
 */
export class DeliveryScheduler {
  private readonly queues = new Map<string, EndpointQueue>();
  private readonly ready: Record<SlotKind, RoundRobin> = {
    fast: new RoundRobin('fast'),
    slow: new RoundRobin('slow'),
  };
  /** Latencies of forgotten queues: otherwise hanging endpoints would count as unknown at every retry. */
  private readonly latencies = new LRUCache<string, number>({ max: REMEMBERED_LATENCIES });
  /** Claims that will not start here. */
  private toRelease: ClaimedDelivery[] = [];
  private waitingCount = 0;
  /** Queues handed over to other workers, with the time until which this worker does not claim from them. */
  private readonly handedOver = new Map<string, number>();

  private readonly hosts: HostSlots;

  constructor(private readonly limits: SchedulerLimits) {
    this.hosts = new HostSlots(limits.hostCap);
  }

  /** Number of claimed deliveries that have not started. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Returns the queues with claimed deliveries: their leases must be renewed. */
  activeQueues(): EndpointKey[] {
    return [...this.queues.values()].filter((it) => it.claimed > 0);
  }

  /** Plans up to `limit` claims from these queues. `hasMore` is true if a queue gets none. */
  planClaims(keys: readonly EndpointKey[], limit: number): { claims: PlannedClaim[]; hasMore: boolean } {
    const { slowSlots, maxUnknown } = this.limits;
    const slots = new SlowSlots(slowSlots, maxUnknown, this.queues.values());
    const candidates = keys.map((it) => this.candidate(it));
    const claims = fairShare(candidates, limit, slots);
    return { claims, hasMore: claims.length < keys.length };
  }

  add(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      const queue = this.queueOf(delivery);
      queue.waiting.push(delivery);
      this.waitingCount++;
      this.makeReady(queue);
    }
  }

  /** Returns the next delivery to send in this kind of slot; undefined when all queues are empty or at their cap. */
  next(slotKind: SlotKind, now: number): ClaimedDelivery | undefined {
    const ready = this.ready[slotKind];
    for (let queue = ready.shift(); queue !== undefined; queue = ready.shift()) {
      if (queue.slotKind !== slotKind) {
        this.makeReady(queue); // it has become slow, or fast, in the meantime
        continue;
      }
      if (this.hosts.parks(queue)) continue;
      const delivery = this.takeInTime(queue, now);
      if (delivery === undefined) continue;
      queue.inFlight++;
      this.hosts.take(delivery);
      this.makeReady(queue);
      return delivery;
    }
    return undefined;
  }

  /** An attempt has ended; the endpoint's next delivery may start. */
  attemptEnded(delivery: ClaimedDelivery, durationMs: number): void {
    const queue = this.queueOf(delivery);
    queue.requestEnded(durationMs);
    this.makeReady(queue);
    for (const freed of this.hosts.release(delivery)) this.makeReady(freed);
  }

  /** An attempt could not be made here: its claim is released. Says nothing about the endpoint. */
  attemptGivenUp(delivery: ClaimedDelivery): void {
    const queue = this.queueOf(delivery);
    queue.inFlight--;
    this.toRelease.push(delivery);
    this.makeReady(queue);
    for (const freed of this.hosts.release(delivery)) this.makeReady(freed);
  }

  /** An attempt has become slow: the endpoint's claims that have not started are released. */
  attemptSlowed(delivery: ClaimedDelivery): void {
    const surplus = this.queueOf(delivery).requestSlowed();
    this.waitingCount -= surplus.length;
    this.toRelease.push(...surplus);
  }

  /** Sets aside claims that can no longer start within their lease, also those of endpoints at their cap. */
  expire(now: number): void {
    for (const queue of this.queues.values()) {
      const expired = queue.waiting.filter((it) => it.startBefore < now);
      if (expired.length === 0) continue;
      queue.waiting = queue.waiting.filter((it) => it.startBefore >= now);
      this.waitingCount -= expired.length;
      this.toRelease.push(...expired);
    }
  }

  /** Removes and returns the claims that will not start here. */
  takeReleasable(): ClaimedDelivery[] {
    return this.toRelease.splice(0);
  }

  /** Removes and returns all claims that have not started, to release them. */
  drain(): ClaimedDelivery[] {
    return [...this.takeReleasable(), ...this.takeWaiting([...this.queues.values()])];
  }

  /**
   * Begins to hand over half of the queues to a worker with free slots. Returns their claims that have not started, to
   * release them. The queues follow with `takeHandedOver`, once their last attempt has ended.
   */
  handOverHalf(): ClaimedDelivery[] {
    const staying = [...this.queues.values()].filter((it) => !it.isLeaving);
    const leaving = staying.slice(0, Math.floor(staying.length / 2));
    for (const queue of leaving) queue.isLeaving = true;
    return this.takeWaiting(leaving);
  }

  /** Removes and returns the leaving queues whose last attempt has ended: their leases can end. */
  takeHandedOver(now: number): EndpointKey[] {
    const done = [...this.queues.values()].filter((it) => it.isLeaving && it.claimed === 0);
    for (const queue of done) {
      this.forget(queue);
      this.handedOver.set(queue.endpointId, now + HOLD_OFF_MS);
    }
    return done;
  }

  /** Forgets queues without claims, except for their latency. */
  forgetIdle(now: number): void {
    for (const queue of this.queues.values()) if (queue.claimed === 0 && !queue.isLeaving) this.forget(queue);
    for (const [endpointId, until] of this.handedOver) if (until < now) this.handedOver.delete(endpointId);
  }

  private takeInTime(queue: EndpointQueue, now: number): ClaimedDelivery | undefined {
    for (let delivery = queue.waiting.shift(); delivery !== undefined; delivery = queue.waiting.shift()) {
      this.waitingCount--;
      if (delivery.startBefore >= now) return delivery;
      this.toRelease.push(delivery);
    }
    return undefined;
  }

  private takeWaiting(queues: EndpointQueue[]): ClaimedDelivery[] {
    const waiting = queues.flatMap((queue) => queue.waiting.splice(0));
    this.waitingCount -= waiting.length;
    return waiting;
  }

  private makeReady(queue: EndpointQueue): void {
    if (queue.isParked) return;
    if (queue.readyFor === queue.slotKind || queue.waiting.length === 0 || queue.inFlight >= queue.cap)
      return;
    this.ready[queue.slotKind].push(queue);
  }

  private candidate({ organizationId, endpointId }: EndpointKey): ClaimCandidate {
    // peek() does not mark the latency as used: thousands of queues may be considered for each one that is claimed from.
    const queue =
      this.queues.get(endpointId) ??
      this.newQueue({ organizationId, endpointId }, this.latencies.peek(endpointId));
    return {
      organizationId,
      endpointId,
      claimable: this.handedOver.has(endpointId) || this.hosts.isFull(queue) ? 0 : queue.claimable,
      claimed: queue.claimed,
      latencyMs: queue.latencyMs,
      speed: queue.speed,
      slowSlotsNeeded: Math.max(0, queue.cap - queue.claimed),
    };
  }

  private queueOf(key: EndpointKey): EndpointQueue {
    const known = this.queues.get(key.endpointId);
    if (known !== undefined) return known;
    const queue = this.newQueue(key, this.latencies.get(key.endpointId));
    this.queues.set(key.endpointId, queue);
    return queue;
  }

  private newQueue(key: EndpointKey, latencyMs: number | undefined): EndpointQueue {
    return new EndpointQueue(key, this.limits.endpointCap, latencyMs ?? null);
  }

  private forget(queue: EndpointQueue): void {
    this.queues.delete(queue.endpointId);
    if (queue.latencyMs !== null) this.latencies.set(queue.endpointId, queue.latencyMs);
  }
}
