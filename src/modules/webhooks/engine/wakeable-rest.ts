/** Waits of one loop that others may cut short. A wake-up that comes while the loop is at work ends its next wait. */
export class WakeableRest {
  private woken = false;
  private end: () => void = () => undefined;

  /** Ends the wait, or the next one. */
  wake(): void {
    this.woken = true;
    this.end();
  }

  /** The loop begins another round, which sees to everything that it was woken for so far. */
  begin(): void {
    this.woken = false;
  }

  /** Resolves after this time, or when woken since the round began. */
  rest(ms: number): Promise<void> {
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
