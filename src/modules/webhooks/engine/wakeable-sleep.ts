/** So that events that follow each other closely trigger a single wake-up. */
const SOON_MS = 2;

/**
 * The pause between two rounds of a loop. A wake-up ends the pause early; a wake-up during a round skips the
 * next pause.
 */
export class WakeableSleep {
  private woken = false;
  private end: () => void = () => undefined;
  private soon: NodeJS.Timeout | undefined;

  /** Ends the current pause; during a round, skips the pause after it. */
  wake(): void {
    this.woken = true;
    this.end();
  }

  /** Calls `wake` after a short delay; further calls until then have no effect. */
  wakeSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      this.wake();
    }, SOON_MS);
  }

  /** Starts a round. The round handles all earlier wake-ups, so they no longer skip a pause. */
  begin(): void {
    this.woken = false;
  }

  /** Resolves after `ms` milliseconds, or earlier if there is a wake-up after the start of the round. */
  sleep(ms: number): Promise<void> {
    if (this.woken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
