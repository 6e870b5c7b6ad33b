import type { ClaimedDelivery, EndpointKey } from './claimed-delivery';

/** Maximum number of deliveries held for one endpoint, however fast it is. */
const MAX_AHEAD = 200;
/** One request is enough to learn about an unknown endpoint; hundreds of unknown endpoints may hang. */
const UNKNOWN_LIMIT = 1;
/**
 * A fast endpoint gets as many claims ahead as it is expected to handle within this time, a slow endpoint at most its
 * cap.
 */
const AHEAD_MS = 1000;
/** Latency from which an endpoint is slow: its requests take slow slots. */
export const SLOW_MS = 500;
/** Weight of the newest response in the moving average of the latency. */
const WEIGHT = 0.2;

/** Whether requests take fast or slow slots. */
export type SlotKind = 'fast' | 'slow';

/** Why an endpoint may hang: it is slow or unknown. */
export type HangRisk = 'slow' | 'unknown';

/** The claims of this process for one endpoint, and the latency of that endpoint. */
export class EndpointQueue implements EndpointKey {
  readonly organizationId: string;
  readonly endpointId: string;
  waiting: ClaimedDelivery[] = [];
  inFlight = 0;
  /** The pace at which the queue waits for its next request; null if it does not wait. */
  waitingFor: SlotKind | null = null;
  /** The queue is being handed over: this worker claims nothing more from it and releases it after the last attempt. */
  isHandingOver = false;

  /**
   * @param cap maximum number of requests in flight
   * @param latencyMs moving average; null until a request has ended or become slow
   */
  constructor(
    { organizationId, endpointId }: EndpointKey,
    readonly cap: number,
    public latencyMs: number | null,
  ) {
    this.organizationId = organizationId;
    this.endpointId = endpointId;
  }

  /** Number of claimed deliveries, in flight or not. */
  get held(): number {
    return this.inFlight + this.waiting.length;
  }

  /** Pace of the next request. An unknown endpoint gets fast slots, which its requests leave when they become slow. */
  get slotKind(): SlotKind {
    return this.hangRisk === 'slow' ? 'slow' : 'fast';
  }

  /** Why up to `cap` requests of the endpoint may hang; null for an endpoint that has been fast. */
  get hangRisk(): HangRisk | null {
    if (this.latencyMs === null) return 'unknown';
    return this.latencyMs >= SLOW_MS ? 'slow' : null;
  }

  /** Number of deliveries that may still be claimed now. */
  get capacity(): number {
    if (this.isHandingOver) return 0;
    const { held, limit } = this;
    // A fast queue is refilled when it is half empty: one large claim instead of many small ones.
    if (limit > this.cap && held > limit / 2) return 0;
    return Math.max(0, limit - held);
  }

  /** Records that a request has ended, with or without a response. */
  attemptEnded(durationMs: number): void {
    this.inFlight--;
    const { latencyMs } = this;
    this.latencyMs = latencyMs === null ? durationMs : latencyMs * (1 - WEIGHT) + durationMs * WEIGHT;
  }

  /**
   * Records that a request has become slow.
   *
   * @returns the claims that have not started, which assumed a faster endpoint
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
