/** The time of the sandbox: real time, plus what was added by `POST /clock`. */
export class Clock {
  private aheadMs = 0;

  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** Returns Unix seconds. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  iso(): string {
    return new Date(this.now()).toISOString();
  }

  advance(ms: number): void {
    this.aheadMs += ms;
  }
}
