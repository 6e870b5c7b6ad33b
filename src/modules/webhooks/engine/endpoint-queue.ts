import type { ClaimedDelivery, EndpointKey } from './claimed-delivery';

/** Maximum number of deliveries held for one endpoint, however fast it is. */
const MAX_AHEAD = 200;
/**
 * One request is enough to measure an unknown endpoint. More would be a risk: hundreds of unknown endpoints
 * may hang.
 */
const UNKNOWN_LIMIT = 1;
/**
 * For a fast endpoint, the worker claims as many deliveries ahead as the endpoint should handle within this
 * time. For a slow endpoint, it claims no more than the cap.
 */
const AHEAD_MS = 1000;
/** An endpoint with at least this latency is slow: its requests take slow slots. */
export const SLOW_MS = 500;
/** Weight of the latest request in the moving average of the latency. */
const WEIGHT = 0.2;

/** The kind of slot that a request takes. */
export type SlotKind = 'fast' | 'slow';

/** Why an endpoint may hang: it has been slow, or its latency is unknown. */
export type HangRisk = 'slow' | 'unknown';

/** The claims of this process for one endpoint, and the latency of that endpoint. */
export class EndpointQueue implements EndpointKey {
  readonly organizationId: string;
  readonly endpointId: string;
  waiting: ClaimedDelivery[] = [];
  inFlight = 0;
  /** The kind of slot that the queue is in line for; null if it is not in line. */
  waitingFor: SlotKind | null = null;
  /**
   * Whether the queue is being handed over. Then this worker claims nothing more from it, and releases it
   * after the last attempt.
   */
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

  /** Number of claimed deliveries, both waiting and in flight. */
  get held(): number {
    return this.inFlight + this.waiting.length;
  }

  /**
   * Kind of slot for the next request. An unknown endpoint gets fast slots; a request that becomes slow moves
   * to a slow one.
   */
  get slotKind(): SlotKind {
    return this.hangRisk === 'slow' ? 'slow' : 'fast';
  }

  /**
   * Why requests to the endpoint may hang; null if the endpoint has been fast. At most `cap` of them hang at a time.
   */
  get hangRisk(): HangRisk | null {
    if (this.latencyMs === null) return 'unknown';
    return this.latencyMs >= SLOW_MS ? 'slow' : null;
  }

  /** Number of deliveries that may be claimed now, in addition to those held. */
  get capacity(): number {
    if (this.isHandingOver) return 0;
    const { held, limit } = this;
    // Refill a fast queue when it is half empty, so that there is one large claim instead of many small ones.
    if (limit > this.cap && held > limit / 2) return 0;
    return Math.max(0, limit - held);
  }

  /** Records that a request has ended, with or without a response, and updates the latency. */
  attemptEnded(durationMs: number): void {
    this.inFlight--;
    const { latencyMs } = this;
    this.latencyMs = latencyMs === null ? durationMs : latencyMs * (1 - WEIGHT) + durationMs * WEIGHT;
  }

  /**
   * Records that a request is slow. Removes and returns the unstarted claims: they were made on the
   * assumption that the endpoint is fast.
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
