/** Failures in a row after which a circuit opens. */
const FAILURES = 5;
/** How long it stays open before a probe, at first and at most. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 16_000;

/** What a request came to, for the circuit. `abandoned`: it was not sent after all. */
export type CircuitResult = 'success' | 'failure' | 'abandoned';

/**
 * Keeps requests from a provider that is down (docs/payments.md#a-provider-that-is-down). It opens after five failures
 * in a row; then it lets one probe through after a pause, which doubles with each probe that fails. A success closes it.
 */
export class Circuit {
  private failures = 0;
  private pauseMs = FIRST_PAUSE_MS;
  /** Null: closed. */
  private probeAt: number | null = null;
  private isProbing = false;

  /** Whether nothing is known that a new circuit would not know. */
  get isFresh(): boolean {
    return this.failures === 0 && this.probeAt === null;
  }

  /**
   * Whether a request may be sent now; its result must be reported.
   *
   * @param now in milliseconds, of any clock that only goes forward
   */
  admits(now: number): boolean {
    if (this.probeAt === null) return true;
    if (this.isProbing || now < this.probeAt) return false;
    this.isProbing = true;
    return true;
  }

  /** Takes the result of a request that was admitted, perhaps long before. */
  report(result: CircuitResult, now: number): void {
    const wasProbe = this.isProbing;
    if (result === 'abandoned') {
      this.isProbing = false;
    } else if (result === 'success') {
      this.close();
    } else {
      this.fail(wasProbe, now);
    }
  }

  private close(): void {
    this.failures = 0;
    this.pauseMs = FIRST_PAUSE_MS;
    this.probeAt = null;
    this.isProbing = false;
  }

  private fail(wasProbe: boolean, now: number): void {
    this.failures += 1;
    if (this.probeAt === null) {
      if (this.failures >= FAILURES) this.probeAt = now + this.pauseMs;
      return;
    }
    // A request from before it opened says nothing new.
    if (!wasProbe) return;
    this.isProbing = false;
    this.pauseMs = Math.min(2 * this.pauseMs, LONGEST_PAUSE_MS);
    this.probeAt = now + this.pauseMs;
  }
}
