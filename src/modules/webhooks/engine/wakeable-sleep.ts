/**
 * The pause between the rounds of a loop, which a wake-up ends early. A wake-up during a round skips the next pause.
 */
export class WakeableSleep {
  private woken = false;
  private end: () => void = () => undefined;

  /** Ends the current pause, or skips the next one. */
  wake(): void {
    this.woken = true;
    this.end();
  }

  /** Starts a round, which handles every wake-up so far. */
  begin(): void {
    this.woken = false;
  }

  /** Resolves after this time, or on a wake-up since the start of the round. */
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
