import { SLOW_MS, type Pace } from './lane-schedule';

/** Slow requests cost a socket and no work, so there may be many more of them. */
const SLOW_FACTOR = 10;
/** Most fast requests under way or not yet recorded, in multiples of the concurrency: a bound on what a kill sends again. */
const UNRECORDED_FACTOR = 3;

/** Most requests that a process with this concurrency has under way: fast and slow ones. */
export const maxInFlight = (concurrency: number): number => concurrency * (1 + SLOW_FACTOR);

/** A request under way. */
export interface Slot {
  pace: Pace;
  readonly startedAt: number;
}

/**
 * How many requests may be under way: `concurrency` fast ones, and ten times as many slow ones beside them.
 * A request that has taken a second counts as slow from then on, and an endpoint known to be slow begins
 * there, so hanging endpoints cannot take the slots of the others.
 */
export class RequestSlots {
  private readonly used: Record<Pace, number> = { fast: 0, slow: 0 };
  /** In the order of their start, which is how a Set iterates. */
  private readonly running = new Set<Slot>();

  constructor(private readonly concurrency: number) {}

  get inFlight(): number {
    return this.running.size;
  }

  /**
   * @param unrecorded attempts that are answered but not yet durable. They take no slot, but together with the
   *   fast requests they stay below a bound: all of these may be sent again after a kill. Less would be reached
   *   while one batch is being written and the next gathers, and sending would pause.
   */
  isFree(pace: Pace, unrecorded = 0): boolean {
    if (pace === 'slow') return this.used.slow < this.concurrency * SLOW_FACTOR;
    return this.used.fast < Math.min(this.concurrency, UNRECORDED_FACTOR * this.concurrency - unrecorded);
  }

  take(pace: Pace, now: number): Slot {
    const slot = { pace, startedAt: now };
    this.running.add(slot);
    this.used[pace]++;
    return slot;
  }

  free(slot: Slot): void {
    this.running.delete(slot);
    this.used[slot.pace]--;
  }

  /** Moves what has taken long to the slow slots; true when fast ones became free. */
  ageOut(now: number): boolean {
    const before = this.used.fast;
    for (const slot of this.running) {
      if (now - slot.startedAt < SLOW_MS || !this.isFree('slow')) break;
      if (slot.pace === 'slow') continue;
      slot.pace = 'slow';
      this.used.fast--;
      this.used.slow++;
    }
    return this.used.fast < before;
  }
}
