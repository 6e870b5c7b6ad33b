/** The waits of a loop, which can be cut short. A wake-up while the loop is working ends its next wait. */
export class WakeableSleep {
  private woken = false;
  private end: () => void = () => undefined;

  /** Ends the current wait, or the next one. */
  wake(): void {
    this.woken = true;
    this.end();
  }

  /** The loop begins another round, which handles everything that has woken it so far. */
  begin(): void {
    this.woken = false;
  }

  /** Resolves after this time, or when woken since the round started. */
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
