import { LRUCache } from 'lru-cache';
import type { ClaimedDelivery, LaneKey } from './claimed-delivery';
import { fairShare, type LaneShare, type OpenLane } from './fair-share';
import { Lane, type Pace } from './lane';
import { LaneTurns } from './lane-turns';
import { SlowPlaces } from './slow-places';

/** Minimum time during which this worker does not claim from an endpoint queue that it has handed over. */
const HOLD_OFF_MS = 2000;
/** Number of endpoints whose latency is remembered after their queue is forgotten. */
const REMEMBERED_LATENCIES = 10_000;

/** Limits of a process. */
export interface LaneLimits {
  /** Maximum number of requests in flight per endpoint. */
  cap: number;
  /** Number of slow slots, for deliveries of endpoints that hang or may hang. */
  slowPlaces: number;
  /** Maximum number of waiting deliveries of unknown endpoints. */
  unknownWaiting: number;
}

/**
 * The claims of this process by endpoint queue. Decides which delivery starts next and how many more each endpoint may
 * get. No I/O; times are milliseconds of the monotonic clock.
 *
 * The cap per endpoint limits requests in flight. The number of deliveries claimed ahead depends on the endpoint's
 * latency, so a slow endpoint never holds more than its cap.
 */
export class LaneSchedule {
  private readonly lanes = new Map<string, Lane>();
  private readonly turns: Record<Pace, LaneTurns> = {
    fast: new LaneTurns('fast'),
    slow: new LaneTurns('slow'),
  };
  /** Latencies of forgotten queues: without them, hanging endpoints would count as unknown on every retry. */
  private readonly latencies = new LRUCache<string, number>({ max: REMEMBERED_LATENCIES });
  /** Claims to release, because they will not start in this process. */
  private unbegun: ClaimedDelivery[] = [];
  private waitingCount = 0;
  /** Endpoint queues handed over, and until when this worker does not claim from them. */
  private readonly givenUp = new Map<string, number>();

  constructor(private readonly limits: LaneLimits) {}

  /** Number of claimed deliveries that have not started. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Returns the endpoint queues with claims, whose leases must be renewed. */
  activeLanes(): LaneKey[] {
    return [...this.lanes.values()].filter((it) => it.held > 0);
  }

  /** Distributes `room` among these endpoint queues. `isFull` is true if at least one of them got no share. */
  share(lanes: readonly LaneKey[], room: number): { quotas: LaneShare[]; isFull: boolean } {
    const places = new SlowPlaces(this.limits.slowPlaces, this.limits.unknownWaiting, this.lanes.values());
    const quotas = fairShare(
      lanes.map((it) => this.openLane(it)),
      room,
      places,
    );
    return { quotas, isFull: quotas.length < lanes.length };
  }

  add(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      const lane = this.laneOf(delivery);
      lane.waiting.push(delivery);
      this.waitingCount++;
      this.giveTurn(lane);
    }
  }

  /**
   * Returns the next delivery to send at this pace, serving endpoint queues in turn; undefined when all are empty or at
   * their cap.
   */
  next(pace: Pace, now: number): ClaimedDelivery | undefined {
    for (let lane = this.turns[pace].shift(); lane !== undefined; lane = this.turns[pace].shift()) {
      if (lane.pace !== pace) {
        this.giveTurn(lane); // its pace changed while it waited
        continue;
      }
      const delivery = this.takeInTime(lane, now);
      if (delivery === undefined) continue;
      lane.inFlight++;
      this.giveTurn(lane);
      return delivery;
    }
    return undefined;
  }

  /** Records that an attempt has ended; its endpoint may get the next delivery. */
  finished(delivery: ClaimedDelivery, durationMs: number): void {
    const lane = this.laneOf(delivery);
    lane.answered(durationMs);
    this.giveTurn(lane);
  }

  /** Records that an attempt has become slow, and sets aside the claims of its endpoint that have not started. */
  slowedDown(delivery: ClaimedDelivery): void {
    const back = this.laneOf(delivery).slowedDown();
    this.waitingCount -= back.length;
    this.unbegun.push(...back);
  }

  /** Sets aside claims that can no longer start within their lease, including those of endpoints at their cap. */
  expire(now: number): void {
    for (const lane of this.lanes.values()) {
      const expired = lane.waiting.filter((it) => it.startBefore < now);
      if (expired.length === 0) continue;
      lane.waiting = lane.waiting.filter((it) => it.startBefore >= now);
      this.waitingCount -= expired.length;
      this.unbegun.push(...expired);
    }
  }

  /** Removes and returns the claims that have been set aside for release. */
  takeUnbegun(): ClaimedDelivery[] {
    return this.unbegun.splice(0);
  }

  /** Removes and returns all claims that have not started, for release. */
  drain(): ClaimedDelivery[] {
    return [...this.takeUnbegun(), ...this.takeWaiting([...this.lanes.values()])];
  }

  /**
   * Hands over half of the endpoint queues, because another worker has capacity. Returns their claims that have not
   * started, for release; `takeLeft` returns the queues themselves later.
   */
  giveUpHalf(): ClaimedDelivery[] {
    const staying = [...this.lanes.values()].filter((it) => !it.leaving);
    const leaving = staying.slice(0, Math.floor(staying.length / 2));
    for (const lane of leaving) lane.leaving = true;
    return this.takeWaiting(leaving);
  }

  /** Returns the queues being handed over whose last attempt has ended; their leases can be released. */
  takeLeft(now: number): LaneKey[] {
    const left = [...this.lanes.values()].filter((it) => it.leaving && it.held === 0);
    for (const lane of left) {
      this.forget(lane);
      this.givenUp.set(lane.endpointId, now + HOLD_OFF_MS);
    }
    return left;
  }

  /** Forgets endpoint queues without claims, except for their latency. */
  forgetIdle(now: number): void {
    for (const lane of this.lanes.values()) if (lane.held === 0 && !lane.leaving) this.forget(lane);
    for (const [endpointId, until] of this.givenUp) if (until < now) this.givenUp.delete(endpointId);
  }

  private takeInTime(lane: Lane, now: number): ClaimedDelivery | undefined {
    for (let delivery = lane.waiting.shift(); delivery !== undefined; delivery = lane.waiting.shift()) {
      this.waitingCount--;
      if (delivery.startBefore >= now) return delivery;
      this.unbegun.push(delivery);
    }
    return undefined;
  }

  private takeWaiting(lanes: Lane[]): ClaimedDelivery[] {
    const waiting = lanes.flatMap((lane) => lane.waiting.splice(0));
    this.waitingCount -= waiting.length;
    return waiting;
  }

  private giveTurn(lane: Lane): void {
    if (lane.inTurn === lane.pace || lane.waiting.length === 0 || lane.inFlight >= lane.cap) return;
    this.turns[lane.pace].push(lane);
  }

  private openLane({ organizationId, endpointId }: LaneKey): OpenLane {
    // Peeks without updating recency: a claim may read thousands of latencies and use one.
    const lane =
      this.lanes.get(endpointId) ??
      this.newLane({ organizationId, endpointId }, this.latencies.peek(endpointId));
    return {
      organizationId,
      endpointId,
      room: this.givenUp.has(endpointId) ? 0 : lane.room,
      held: lane.held,
      latencyMs: lane.latencyMs,
      suspicion: lane.suspicion,
      needsPlaces: Math.max(0, lane.cap - lane.held),
    };
  }

  private laneOf(key: LaneKey): Lane {
    const known = this.lanes.get(key.endpointId);
    if (known !== undefined) return known;
    const lane = this.newLane(key, this.latencies.get(key.endpointId));
    this.lanes.set(key.endpointId, lane);
    return lane;
  }

  private newLane(key: LaneKey, latencyMs: number | undefined): Lane {
    return new Lane(key, this.limits.cap, latencyMs ?? null);
  }

  private forget(lane: Lane): void {
    this.lanes.delete(lane.endpointId);
    if (lane.latencyMs !== null) this.latencies.set(lane.endpointId, lane.latencyMs);
  }
}
