const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

/**
 * Pauses the attempts of a worker that lacks file descriptors or memory. Attempts in flight then return theirs, and
 * claims are not released and claimed again without pause. Each pause doubles the next one, until an attempt succeeds
 * in being sent.
 */
export class ShortagePause {
  private timer: NodeJS.Timeout | undefined;
  private nextMs = FIRST_PAUSE_MS;

  constructor(private readonly onEnd: () => void) {}

  get isActive(): boolean {
    return this.timer !== undefined;
  }

  /** Begins a pause, unless one is active. */
  begin(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.onEnd();
    }, this.nextMs);
    this.nextMs = Math.min(MAX_PAUSE_MS, this.nextMs * 2);
  }

  /** Records that an attempt was sent. */
  attemptSent(): void {
    this.nextMs = FIRST_PAUSE_MS;
  }

  /** Ends the pause without resuming attempts. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
