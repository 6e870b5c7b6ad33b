import type { ClaimedDelivery, EndpointKey } from '../queue/claimed-delivery';

/** Maximum number of claimed deliveries per endpoint, however fast it responds. */
const MAX_CLAIMED = 200;
/** One request finds out how fast an unknown endpoint responds: there may be hundreds of them, and all may hang. */
const MAX_CLAIMED_UNKNOWN = 1;
/** A fast endpoint gets as many claims ahead as it is expected to respond to within this time. */
const AHEAD_MS = 1000;
/** An endpoint with a latency of at least this is slow: its requests take slow slots. */
export const SLOW_MS = 500;
/** Weight of the newest response in the moving average of the latency. */
const WEIGHT = 0.2;

/** How fast an endpoint has been responding. A slow or unknown endpoint may hang. */
export type EndpointSpeed = 'fast' | 'slow' | 'unknown';

/** Which slots a request takes: the limited ones for fast requests, or those for slow ones (`SlowSlots`). */
export type SlotKind = 'fast' | 'slow';

/**
 * The claimed deliveries of one endpoint in this process, and how fast the endpoint has been responding. First admission
 * limit: at most `cap` requests in flight, and a bounded number of claims (docs/webhooks.md#admission-limits).
 */
export class EndpointQueue implements EndpointKey {
  readonly organizationId: string;
  readonly endpointId: string;
  waiting: ClaimedDelivery[] = [];
  inFlight = 0;
  /** The round-robin in which this queue stands for its next request. */
  readyFor: SlotKind | null = null;
  /** Waits until its host takes another request; see HostSlots. */
  isParked = false;
  /** Being handed over to another worker: nothing more is claimed, and its lease ends with its last attempt. */
  isLeaving = false;

  /**
   * @param cap maximum number of requests in flight
   * @param latencyMs moving average; null until a first request has ended or become slow
   */
  constructor(
    { organizationId, endpointId }: EndpointKey,
    readonly cap: number,
    public latencyMs: number | null,
  ) {
    this.organizationId = organizationId;
    this.endpointId = endpointId;
  }

  /** Number of claimed deliveries, waiting or in flight. */
  get claimed(): number {
    return this.inFlight + this.waiting.length;
  }

  get speed(): EndpointSpeed {
    if (this.latencyMs === null) return 'unknown';
    return this.latencyMs >= SLOW_MS ? 'slow' : 'fast';
  }

  /** Requests to an unknown endpoint take fast slots, and lose them when they become slow. */
  get slotKind(): SlotKind {
    return this.speed === 'slow' ? 'slow' : 'fast';
  }

  /** Number of deliveries that may be claimed now. */
  get claimable(): number {
    if (this.isLeaving) return 0;
    const { claimed, maxClaimed } = this;
    // A fast queue is refilled when it is half empty: one large claim instead of many claims of one.
    if (maxClaimed > this.cap && claimed > maxClaimed / 2) return 0;
    return Math.max(0, maxClaimed - claimed);
  }

  /** A request has ended, with or without a response. */
  requestEnded(durationMs: number): void {
    this.inFlight--;
    const { latencyMs } = this;
    this.latencyMs = latencyMs === null ? durationMs : latencyMs * (1 - WEIGHT) + durationMs * WEIGHT;
  }

  /** Notes that a request has become slow. Returns the waiting deliveries: they were claimed for a faster endpoint. */
  requestSlowed(): ClaimedDelivery[] {
    this.latencyMs = Math.max(this.latencyMs ?? 0, SLOW_MS);
    return this.waiting.splice(0);
  }

  private get maxClaimed(): number {
    const { latencyMs } = this;
    if (latencyMs === null) return MAX_CLAIMED_UNKNOWN;
    if (latencyMs >= SLOW_MS) return this.cap;
    const inTime = (this.cap * AHEAD_MS) / Math.max(1, latencyMs);
    return Math.max(this.cap, Math.min(MAX_CLAIMED, Math.floor(inTime)));
  }
}
