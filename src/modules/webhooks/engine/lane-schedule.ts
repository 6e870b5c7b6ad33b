import { LRUCache } from 'lru-cache';
import type { ClaimedDelivery, LaneKey } from './claimed-delivery';
import { fairShare, type LaneShare, type OpenLane } from './fair-share';
import { Lane, type Pace } from './lane';
import { LaneTurns } from './lane-turns';
import { SlowPlaces } from './slow-places';

/** For how long at least a lane that was given up is left to the other workers. */
const HOLD_OFF_MS = 2000;
/** Endpoints of which it is known how fast they answered, beyond those in use. */
const REMEMBERED_LATENCIES = 10_000;

/** How much a process may hold. */
export interface LaneLimits {
  /** Requests in flight per endpoint. */
  cap: number;
  /** Places for deliveries of endpoints that hang or may hang. */
  slowPlaces: number;
  /** Deliveries of endpoints of which nothing is known that may wait to begin. */
  unknownWaiting: number;
}

/**
 * What this process holds, lane by lane: decides which delivery starts next and how much more each endpoint
 * may be given. No I/O; times are milliseconds of the process's monotonic clock. The cap per endpoint is on
 * requests in flight; how much is claimed ahead follows how fast the endpoint has been answering, so that one
 * known to be slow never holds more than its cap.
 */
export class LaneSchedule {
  private readonly lanes = new Map<string, Lane>();
  private readonly turns: Record<Pace, LaneTurns> = {
    fast: new LaneTurns('fast'),
    slow: new LaneTurns('slow'),
  };
  /** Of lanes that are forgotten: else an organization's hanging endpoints would seem new at each retry. */
  private readonly latencies = new LRUCache<string, number>({ max: REMEMBERED_LATENCIES });
  /** Not to be begun here; to be given back. */
  private unbegun: ClaimedDelivery[] = [];
  private waitingCount = 0;
  /** Lanes given up, and until when this worker keeps away from them. */
  private readonly givenUp = new Map<string, number>();

  constructor(private readonly limits: LaneLimits) {}

  /** Deliveries claimed and not begun. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Lanes with anything held: the ones to keep. */
  activeLanes(): LaneKey[] {
    return [...this.lanes.values()].filter((it) => it.held > 0);
  }

  /** Shares `room` out among these lanes; `isFull` tells that one of them could not be given anything. */
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

  /** The next delivery to send at this pace, lane after lane; undefined when all are empty or at their cap. */
  next(pace: Pace, now: number): ClaimedDelivery | undefined {
    for (let lane = this.turns[pace].shift(); lane !== undefined; lane = this.turns[pace].shift()) {
      if (lane.pace !== pace) {
        this.giveTurn(lane); // it has become slow, or fast, while it waited
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

  /** An attempt ended; its endpoint may be sent the next. */
  finished(delivery: ClaimedDelivery, durationMs: number): void {
    const lane = this.laneOf(delivery);
    lane.answered(durationMs);
    this.giveTurn(lane);
  }

  /** An attempt has become slow: what was claimed for its endpoint and has not begun goes back. */
  slowedDown(delivery: ClaimedDelivery): void {
    const back = this.laneOf(delivery).slowedDown();
    this.waitingCount -= back.length;
    this.unbegun.push(...back);
  }

  /** Returns what can no longer begin within its lease, also where nothing may start. */
  expire(now: number): void {
    for (const lane of this.lanes.values()) {
      const expired = lane.waiting.filter((it) => it.startBefore < now);
      if (expired.length === 0) continue;
      lane.waiting = lane.waiting.filter((it) => it.startBefore >= now);
      this.waitingCount -= expired.length;
      this.unbegun.push(...expired);
    }
  }

  /** What has not begun and is not to begin here. */
  takeUnbegun(): ClaimedDelivery[] {
    return this.unbegun.splice(0);
  }

  /** Takes out everything that has not begun, for giving it back. */
  drain(): ClaimedDelivery[] {
    return [...this.takeUnbegun(), ...this.takeWaiting([...this.lanes.values()])];
  }

  /**
   * Gives up half of the lanes because another worker has time for them: answers what was claimed for them and
   * has not begun, for giving it back. The lanes themselves follow with `takeLeft`.
   */
  giveUpHalf(): ClaimedDelivery[] {
    const staying = [...this.lanes.values()].filter((it) => !it.leaving);
    const leaving = staying.slice(0, Math.floor(staying.length / 2));
    for (const lane of leaving) lane.leaving = true;
    return this.takeWaiting(leaving);
  }

  /** Lanes given up whose last attempt has ended: now free for others. */
  takeLeft(now: number): LaneKey[] {
    const left = [...this.lanes.values()].filter((it) => it.leaving && it.held === 0);
    for (const lane of left) {
      this.forget(lane);
      this.givenUp.set(lane.endpointId, now + HOLD_OFF_MS);
    }
    return left;
  }

  /** Forgets lanes with nothing held, but for how fast they were. */
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
    // Without moving it to the end of the memory: thousands may be looked at for one that is claimed.
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
