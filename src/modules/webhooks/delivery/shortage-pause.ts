import { logger } from '../../../platform/observability/logger';

/** Attempts in flight return descriptors within seconds. */
const PAUSE_MS = 1000;

/**
 * Holds back attempts for a moment after one that this process could not make for want of descriptors or memory, so that
 * claims are not given back and taken again without pause.
 */
export class ShortagePause {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onEnd: () => void) {}

  get isActive(): boolean {
    return this.timer !== undefined;
  }

  begin(): void {
    if (this.timer !== undefined) return;
    logger.warn(
      { pause_ms: PAUSE_MS },
      'Deliveries pause: this process lacks file descriptors or memory; raise its limits (ulimit -n)',
    );
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.onEnd();
    }, PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
