import { SLOW_MS, type Pace } from './lane-schedule';

/** Slow requests cost a socket and no work, so there may be many more of them. */
const SLOW_FACTOR = 5;

/** Most requests that a process with this concurrency has under way: fast and slow ones. */
export const maxInFlight = (concurrency: number): number => concurrency * (1 + SLOW_FACTOR);

/** A request under way. */
export interface Slot {
  pace: Pace;
  readonly startedAt: number;
}

/**
 * How many attempts may be in flight: `concurrency` fast ones, and five times as many slow ones beside them. An attempt
 * holds its slot from its start until its outcome has been sent to the database, which completes a statement also when
 * the worker is killed then. So these deliveries, and no others, are sent again after a kill (architecture.md, Delivery
 * engine).
 *
 * A request that has taken a second counts as slow from then on, and an endpoint known to be slow begins there, so
 * hanging endpoints cannot take the slots of the others.
 */
export class RequestSlots {
  private readonly used: Record<Pace, number> = { fast: 0, slow: 0 };
  /** In the order of their start, which is how a Set iterates. */
  private readonly running = new Set<Slot>();
  /** Answered, with an outcome that is not on record. They hold fast slots, whatever they held before: not for long. */
  private unrecorded = 0;
  /** Of these, the ones whose outcome is with the database. They hold none. */
  private atDatabase = 0;

  constructor(private readonly concurrency: number) {}

  /** Attempts that have begun and whose outcome is not on record. */
  get inFlight(): number {
    return this.running.size + this.unrecorded;
  }

  isFree(pace: Pace): boolean {
    if (pace === 'slow') return this.used.slow < this.concurrency * SLOW_FACTOR;
    return this.used.fast + this.unrecorded - this.atDatabase < this.concurrency;
  }

  take(pace: Pace, now: number): Slot {
    const slot = { pace, startedAt: now };
    this.running.add(slot);
    this.used[pace]++;
    return slot;
  }

  /** The request has its outcome, which is to be recorded. */
  answered(slot: Slot): void {
    this.free(slot);
    this.unrecorded++;
  }

  /** So many outcomes were sent to the database. */
  sent(outcomes: number): void {
    this.atDatabase += outcomes;
  }

  /** The database did not take them: they hold slots again, though there may be none free. */
  returned(outcomes: number): void {
    this.atDatabase -= outcomes;
  }

  /** So many outcomes, all sent before, have become durable. */
  recorded(outcomes: number): void {
    this.unrecorded -= outcomes;
    this.atDatabase -= outcomes;
  }

  /** The attempt broke off without an outcome. */
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
