import type { ClaimedDelivery, LaneKey } from './claimed-delivery';

/** Most deliveries of one endpoint held at once, however fast it answers. */
const MAX_AHEAD = 200;
/** Of an endpoint of which nothing is known one request finds out: there may be hundreds more that hang. */
const UNKNOWN_LIMIT = 1;
/** A fast lane is given what it is expected to send within this time, a slow one no more than may be in flight. */
const AHEAD_MS = 1000;
/** An endpoint that takes longer than this is slow: its requests begin beside the slots of the fast ones. */
export const SLOW_MS = 500;
/** Weight of the newest answer in the moving average of an endpoint's latency. */
const WEIGHT = 0.2;

/** Whether a lane's requests take slots (fast), or begin beside them (slow). */
export type Pace = 'fast' | 'slow';

/** What is known of an endpoint that may hang: that it is slow, or nothing. */
export type Suspicion = 'slow' | 'unknown';

/** What this process holds for one endpoint, and how fast that endpoint has been answering. */
export class Lane implements LaneKey {
  readonly organizationId: string;
  readonly endpointId: string;
  waiting: ClaimedDelivery[] = [];
  inFlight = 0;
  /** The queue in which it stands for its next request. */
  inTurn: Pace | null = null;
  /** Being given up: nothing more is claimed for it; free for others when the last attempt has ended. */
  leaving = false;

  /**
   * @param cap most requests in flight
   * @param latencyMs a moving average; null while no request has been answered or has become slow
   */
  constructor(
    { organizationId, endpointId }: LaneKey,
    readonly cap: number,
    public latencyMs: number | null,
  ) {
    this.organizationId = organizationId;
    this.endpointId = endpointId;
  }

  /** Deliveries claimed, in flight or not. */
  get held(): number {
    return this.inFlight + this.waiting.length;
  }

  /** An endpoint of which nothing is known gets fast slots, which its requests lose when they become slow. */
  get pace(): Pace {
    return this.suspicion === 'slow' ? 'slow' : 'fast';
  }

  /** Whether it may hang, with as many requests as its cap; null for an endpoint that has been answering fast. */
  get suspicion(): Suspicion | null {
    if (this.latencyMs === null) return 'unknown';
    return this.latencyMs >= SLOW_MS ? 'slow' : null;
  }

  /** How much more it may be given now. */
  get room(): number {
    if (this.leaving) return 0;
    const { held, limit } = this;
    // A fast lane is refilled when it is half empty: one claim of many instead of many claims of one.
    if (limit > this.cap && held > limit / 2) return 0;
    return Math.max(0, limit - held);
  }

  /** A request was answered, or ended without an answer. */
  answered(durationMs: number): void {
    this.inFlight--;
    const { latencyMs } = this;
    this.latencyMs = latencyMs === null ? durationMs : latencyMs * (1 - WEIGHT) + durationMs * WEIGHT;
  }

  /**
   * A request has become slow.
   *
   * @returns what has not begun: it was claimed in the belief that the endpoint is faster
   */
  slowedDown(): ClaimedDelivery[] {
    this.latencyMs = Math.max(this.latencyMs ?? 0, SLOW_MS);
    return this.waiting.splice(0);
  }

  private get limit(): number {
    const { latencyMs } = this;
    if (latencyMs === null) return UNKNOWN_LIMIT;
    if (latencyMs >= SLOW_MS) return this.cap;
    const inTime = (this.cap * AHEAD_MS) / Math.max(1, latencyMs);
    return Math.max(this.cap, Math.min(MAX_AHEAD, Math.floor(inTime)));
  }
}
