import { LRUCache } from 'lru-cache';
import type { ClaimedDelivery, EndpointKey } from './claimed-delivery';
import { fairShare, type QueueShare, type ClaimableQueue } from './fair-share';
import { EndpointQueue, type SlotKind } from './endpoint-queue';
import { RoundRobin } from './round-robin';
import { SlowSlots } from './slow-slots';

/** How long this worker avoids claiming from an endpoint queue after handing it over. */
const HOLD_OFF_MS = 2000;
/** Maximum number of endpoints whose latency is remembered after their queues have been forgotten. */
const REMEMBERED_LATENCIES = 10_000;

/** Limits per process. */
export interface SchedulerLimits {
  /** Maximum number of requests in flight per endpoint. */
  cap: number;
  /** Number of slots for deliveries to endpoints that are slow or of unknown latency (see `SlowSlots`). */
  slowSlots: number;
  /** Maximum number of claimed but unstarted deliveries to unknown endpoints. */
  unknownWaiting: number;
}

/**
 * Holds the claims of this process by endpoint queue. Decides which delivery starts next, and how many more
 * to claim for each endpoint. No I/O; times are milliseconds of the monotonic clock.
 *
 * The cap per endpoint limits requests in flight. How many deliveries are claimed ahead depends on the
 * endpoint's latency; for a slow endpoint, no more than its cap are held.
 */
export class DeliveryScheduler {
  private readonly queues = new Map<string, EndpointQueue>();
  private readonly lines: Record<SlotKind, RoundRobin> = {
    fast: new RoundRobin('fast'),
    slow: new RoundRobin('slow'),
  };
  /**
   * Latencies of endpoints whose queues were forgotten. Without them, a hanging endpoint would count as
   * unknown on every retry.
   */
  private readonly latencies = new LRUCache<string, number>({ max: REMEMBERED_LATENCIES });
  /** Claimed deliveries that this process will not attempt and must release. */
  private unstarted: ClaimedDelivery[] = [];
  private waitingCount = 0;
  /**
   * Endpoint queues that were handed over, with the time until which this worker does not claim from them.
   */
  private readonly heldOff = new Map<string, number>();

  constructor(private readonly limits: SchedulerLimits) {}

  /** Number of claimed deliveries that have not started. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Returns the endpoint queues with claims, whose leases this worker must renew. */
  activeQueues(): EndpointKey[] {
    return [...this.queues.values()].filter((it) => it.held > 0);
  }

  /**
   * Distributes `capacity` among these endpoint queues. `isFull` is true if at least one of them gets
   * nothing.
   */
  share(queues: readonly EndpointKey[], capacity: number): { quotas: QueueShare[]; isFull: boolean } {
    const slots = new SlowSlots(this.limits.slowSlots, this.limits.unknownWaiting, this.queues.values());
    const quotas = fairShare(
      queues.map((it) => this.claimableQueue(it)),
      capacity,
      slots,
    );
    return { quotas, isFull: quotas.length < queues.length };
  }

  add(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      const queue = this.queueOf(delivery);
      queue.waiting.push(delivery);
      this.waitingCount++;
      this.lineUp(queue);
    }
  }

  /**
   * Removes and returns the next delivery to start in a slot of this kind, serving endpoint queues in turn.
   * Returns undefined if all of them are empty or at their cap.
   */
  next(slotKind: SlotKind, now: number): ClaimedDelivery | undefined {
    for (
      let queue = this.lines[slotKind].shift();
      queue !== undefined;
      queue = this.lines[slotKind].shift()
    ) {
      if (queue.slotKind !== slotKind) {
        this.lineUp(queue); // it became slow or fast while it waited
        continue;
      }
      const delivery = this.takeStartable(queue, now);
      if (delivery === undefined) continue;
      queue.inFlight++;
      this.lineUp(queue);
      return delivery;
    }
    return undefined;
  }

  /** Records that an attempt has ended, so that the next delivery to its endpoint may start. */
  finished(delivery: ClaimedDelivery, durationMs: number): void {
    const queue = this.queueOf(delivery);
    queue.attemptEnded(durationMs);
    this.lineUp(queue);
  }

  /** Records that an attempt was not made. It says nothing about the latency of its endpoint. */
  notMade(delivery: ClaimedDelivery): void {
    const queue = this.queueOf(delivery);
    queue.inFlight--;
    this.lineUp(queue);
  }

  /**
   * Records that a request is slow. Sets aside the unstarted claims of its endpoint: they were made on the
   * assumption that the endpoint is fast.
   */
  slowedDown(delivery: ClaimedDelivery): void {
    const back = this.queueOf(delivery).slowedDown();
    this.waitingCount -= back.length;
    this.unstarted.push(...back);
  }

  /**
   * Sets aside claims that can no longer start within their lease. Unlike `next`, also sets aside those of
   * endpoints at their cap.
   */
  expire(now: number): void {
    for (const queue of this.queues.values()) {
      const expired = queue.waiting.filter((it) => it.startBefore < now);
      if (expired.length === 0) continue;
      queue.waiting = queue.waiting.filter((it) => it.startBefore >= now);
      this.waitingCount -= expired.length;
      this.unstarted.push(...expired);
    }
  }

  /** Removes and returns the claims that were set aside; the caller releases them. */
  takeUnstarted(): ClaimedDelivery[] {
    return this.unstarted.splice(0);
  }

  /** Removes and returns all claims that have not started; the caller releases them. */
  drain(): ClaimedDelivery[] {
    return [...this.takeUnstarted(), ...this.removeWaiting([...this.queues.values()])];
  }

  /**
   * Begins to hand over half of the endpoint queues, because another worker has capacity. Returns their
   * unstarted claims; the caller releases them. `takeHandedOver` returns the queues once their attempts have
   * ended.
   */
  handOverHalf(): ClaimedDelivery[] {
    const staying = [...this.queues.values()].filter((it) => !it.isHandingOver);
    const handedOver = staying.slice(0, Math.floor(staying.length / 2));
    for (const queue of handedOver) queue.isHandingOver = true;
    return this.removeWaiting(handedOver);
  }

  /**
   * Removes and returns the queues that are being handed over and have no attempts left; the caller releases
   * their leases.
   */
  takeHandedOver(now: number): EndpointKey[] {
    const handedOver = [...this.queues.values()].filter((it) => it.isHandingOver && it.held === 0);
    for (const queue of handedOver) {
      this.forget(queue);
      this.heldOff.set(queue.endpointId, now + HOLD_OFF_MS);
    }
    return handedOver;
  }

  /** Forgets endpoint queues without claims, but remembers their latency. */
  forgetIdle(now: number): void {
    for (const queue of this.queues.values())
      if (queue.held === 0 && !queue.isHandingOver) this.forget(queue);
    for (const [endpointId, until] of this.heldOff) if (until < now) this.heldOff.delete(endpointId);
  }

  private takeStartable(queue: EndpointQueue, now: number): ClaimedDelivery | undefined {
    for (let delivery = queue.waiting.shift(); delivery !== undefined; delivery = queue.waiting.shift()) {
      this.waitingCount--;
      if (delivery.startBefore >= now) return delivery;
      this.unstarted.push(delivery);
    }
    return undefined;
  }

  private removeWaiting(queues: EndpointQueue[]): ClaimedDelivery[] {
    const waiting = queues.flatMap((queue) => queue.waiting.splice(0));
    this.waitingCount -= waiting.length;
    return waiting;
  }

  private lineUp(queue: EndpointQueue): void {
    if (queue.waitingFor === queue.slotKind || queue.waiting.length === 0 || queue.inFlight >= queue.cap)
      return;
    this.lines[queue.slotKind].push(queue);
  }

  private claimableQueue({ organizationId, endpointId }: EndpointKey): ClaimableQueue {
    // `peek` does not change the order of eviction: a claim may read thousands of latencies and use one.
    const queue =
      this.queues.get(endpointId) ??
      this.newQueue({ organizationId, endpointId }, this.latencies.peek(endpointId));
    return {
      organizationId,
      endpointId,
      capacity: this.heldOff.has(endpointId) ? 0 : queue.capacity,
      held: queue.held,
      latencyMs: queue.latencyMs,
      hangRisk: queue.hangRisk,
      slotsNeeded: Math.max(0, queue.cap - queue.held),
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
    return new EndpointQueue(key, this.limits.cap, latencyMs ?? null);
  }

  private forget(queue: EndpointQueue): void {
    this.queues.delete(queue.endpointId);
    if (queue.latencyMs !== null) this.latencies.set(queue.endpointId, queue.latencyMs);
  }
}
