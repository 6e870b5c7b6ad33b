/** A random number generator (mulberry32): the same seed gives the same numbers. */
export class SeededRandom {
  constructor(private state: number) {}

  /** Returns an integer of at least 0 and below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}
