import type { ClaimedDelivery, LaneKey } from './claimed-delivery';

/** Most deliveries of one endpoint held at once, however fast it answers. */
const MAX_AHEAD = 200;
/** A lane is given what it is expected to send within this time. */
const AHEAD_MS = 1000;
/** An endpoint that takes longer than this is slow: its requests have slots of their own. */
export const SLOW_MS = 1000;
/** For how long a lane that was given up is left to the other workers. */
const HOLD_OFF_MS = 2000;
/** Weight of the newest answer in the moving average of an endpoint's latency. */
const WEIGHT = 0.2;

/** Which slots a lane's requests take. */
export type Pace = 'fast' | 'slow';

interface LaneState extends LaneKey {
  waiting: ClaimedDelivery[];
  inFlight: number;
  latencyMs: number | null;
  inTurn: boolean;
  /** Being given up: nothing more is claimed for it; free for others when the last attempt has ended. */
  leaving: boolean;
}

/**
 * What this process holds, lane by lane: decides which delivery starts next and how much more each endpoint
 * may be given. No I/O; times are milliseconds of the process's monotonic clock. The cap per endpoint is on
 * requests in flight; how much is claimed ahead follows how fast the endpoint has been answering, so that a
 * hanging one never holds more than its cap.
 */
export class LaneSchedule {
  private readonly lanes = new Map<string, LaneState>();
  private readonly turns: Record<Pace, LaneState[]> = { fast: [], slow: [] };
  /** Found too late to begin within their lease; to be given back. */
  private late: ClaimedDelivery[] = [];
  private waitingCount = 0;
  /** Lanes given up, and until when this worker keeps away from them. */
  private readonly givenUp = new Map<string, number>();

  constructor(private readonly cap: number) {}

  /** Deliveries claimed and not begun. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Lanes with anything held: the ones to keep. */
  activeLanes(): LaneKey[] {
    return [...this.lanes.values()].filter((it) => it.inFlight > 0 || it.waiting.length > 0);
  }

  /** How many more deliveries this endpoint may be given now. */
  room(endpointId: string): number {
    const lane = this.lanes.get(endpointId);
    if (lane === undefined) return this.givenUp.has(endpointId) ? 0 : this.cap;
    if (lane.leaving) return 0;
    const limit = this.limit(lane);
    const held = lane.inFlight + lane.waiting.length;
    // A fast lane is refilled when it is half empty: one claim of many instead of many claims of one.
    if (limit > this.cap && held > limit / 2) return 0;
    return Math.max(0, limit - held);
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
      lane.inTurn = false;
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
    lane.inFlight--;
    lane.latencyMs =
      lane.latencyMs === null ? durationMs : lane.latencyMs * (1 - WEIGHT) + durationMs * WEIGHT;
    this.giveTurn(lane);
  }

  /** Moves what can no longer begin within its lease to the late ones, also where nothing may start. */
  expire(now: number): void {
    for (const lane of this.lanes.values()) {
      const expired = lane.waiting.filter((it) => it.startBefore < now);
      if (expired.length === 0) continue;
      lane.waiting = lane.waiting.filter((it) => it.startBefore >= now);
      this.waitingCount -= expired.length;
      this.late.push(...expired);
    }
  }

  /** What `next` or `expire` found too late to begin within its lease. */
  takeLate(): ClaimedDelivery[] {
    return this.late.splice(0);
  }

  /** Takes out everything that has not begun, for giving it back. */
  drain(): ClaimedDelivery[] {
    const lanes = [...this.lanes.values()];
    for (const lane of lanes) lane.inTurn = false;
    this.turns.fast = [];
    this.turns.slow = [];
    return [...this.takeLate(), ...this.takeWaiting(lanes)];
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
    const left = [...this.lanes.values()].filter(
      (it) => it.leaving && it.inFlight === 0 && it.waiting.length === 0,
    );
    for (const lane of left) {
      this.lanes.delete(lane.endpointId);
      this.givenUp.set(lane.endpointId, now + HOLD_OFF_MS);
    }
    return left;
  }

  /** Forgets lanes with nothing held, so that memory follows the work and not the number of endpoints. */
  forgetIdle(now: number): void {
    for (const [endpointId, lane] of this.lanes) {
      if (lane.inFlight === 0 && lane.waiting.length === 0 && !lane.leaving) this.lanes.delete(endpointId);
    }
    for (const [endpointId, until] of this.givenUp) if (until < now) this.givenUp.delete(endpointId);
  }

  private takeInTime(lane: LaneState, now: number): ClaimedDelivery | undefined {
    for (let delivery = lane.waiting.shift(); delivery !== undefined; delivery = lane.waiting.shift()) {
      this.waitingCount--;
      if (delivery.startBefore >= now) return delivery;
      this.late.push(delivery);
    }
    return undefined;
  }

  private takeWaiting(lanes: LaneState[]): ClaimedDelivery[] {
    const waiting = lanes.flatMap((lane) => lane.waiting.splice(0));
    this.waitingCount -= waiting.length;
    return waiting;
  }

  private limit(lane: LaneState): number {
    if (lane.latencyMs === null) return this.cap;
    const perSecond = (this.cap * AHEAD_MS) / Math.max(1, lane.latencyMs);
    return Math.max(this.cap, Math.min(MAX_AHEAD, Math.floor(perSecond)));
  }

  private giveTurn(lane: LaneState): void {
    if (lane.inTurn || lane.waiting.length === 0 || lane.inFlight >= this.cap) return;
    lane.inTurn = true;
    this.turns[lane.latencyMs !== null && lane.latencyMs > SLOW_MS ? 'slow' : 'fast'].push(lane);
  }

  private laneOf({ organizationId, endpointId }: LaneKey): LaneState {
    const known = this.lanes.get(endpointId);
    if (known !== undefined) return known;
    const lane: LaneState = {
      organizationId,
      endpointId,
      waiting: [],
      inFlight: 0,
      latencyMs: null,
      inTurn: false,
      leaving: false,
    };
    this.lanes.set(endpointId, lane);
    return lane;
  }
}
