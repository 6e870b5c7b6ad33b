import type { ClaimedDelivery } from './claimed-delivery';
import { SLOW_MS, type Pace } from './lane';

/** A request under way. */
export interface Slot {
  readonly delivery: ClaimedDelivery;
  pace: Pace;
  readonly startedAt: number;
}

/**
 * How many attempts may be in flight: `concurrency` fast ones, and beside them the slow ones, which cost a socket and no
 * work. An attempt holds its slot from its start until its outcome has been sent to the database, which completes a
 * statement also when the worker is killed then. So these deliveries, and no others, are sent again after a kill
 * (architecture.md, Delivery engine).
 *
 * A request that has taken half a second counts as slow from then on, and an endpoint known to be slow begins so: hanging
 * endpoints cannot take the slots of the others. How many may begin as slow ones is decided when they are claimed
 * (SlowPlaces): there is nothing left to wait for when they are to begin.
 */
export class RequestSlots {
  /** Requests in fast slots, in the order of their start, which is how a Set iterates. */
  private readonly fast = new Set<Slot>();
  private slow = 0;
  /** Answered, with an outcome that is not on record. They hold fast slots, whatever they held before: not for long. */
  private unrecorded = 0;
  /** Of these, the ones whose outcome is with the database. They hold none. */
  private atDatabase = 0;

  /** @param concurrency slots for fast requests */
  constructor(private readonly concurrency: number) {}

  /** Attempts that have begun and whose outcome is not on record. */
  get inFlight(): number {
    return this.fast.size + this.slow + this.unrecorded;
  }

  /** Slots for fast requests that nobody holds. */
  get free(): number {
    return Math.max(0, this.concurrency - this.fast.size - this.unrecorded + this.atDatabase);
  }

  take(delivery: ClaimedDelivery, pace: Pace, now: number): Slot {
    const slot = { delivery, pace, startedAt: now };
    if (pace === 'fast') this.fast.add(slot);
    else this.slow++;
    return slot;
  }

  /** The request has its outcome, which is to be recorded. */
  answered(slot: Slot): void {
    if (slot.pace === 'fast') this.fast.delete(slot);
    else this.slow--;
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

  /** The database did not take them and never will. */
  refused(outcomes: number): void {
    this.unrecorded -= outcomes;
  }

  /** Moves what has taken long to the slow slots, and answers what it moved. */
  ageOut(now: number): ClaimedDelivery[] {
    const aged: ClaimedDelivery[] = [];
    for (const slot of this.fast) {
      if (now - slot.startedAt < SLOW_MS) break;
      slot.pace = 'slow';
      this.fast.delete(slot);
      this.slow++;
      aged.push(slot.delivery);
    }
    return aged;
  }
}
