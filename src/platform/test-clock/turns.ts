/** Runs tasks one after the other, in the order of the calls. */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  /**
   * Runs `task` after the tasks before it.
   *
   * @param waitMs maximum time to wait for the turn, in milliseconds; a task that has begun takes as long as it needs
   * @throws the error that `tooLong` returns, if the turn does not come in time; `task` then never runs
   */
  take<T>(task: () => Promise<T>, waitMs: number, tooLong: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      let hasGivenUp = false;
      const timer = setTimeout(() => {
        hasGivenUp = true;
        reject(tooLong());
      }, waitMs);
      this.last = this.last.then(async () => {
        clearTimeout(timer);
        if (!hasGivenUp) await task().then(resolve, reject);
      });
    });
  }

  /** Resolves when the tasks taken so far have ended. */
  async idle(): Promise<void> {
    await this.last;
  }
}
