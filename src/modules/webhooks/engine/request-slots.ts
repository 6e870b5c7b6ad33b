import type { ClaimedDelivery } from './claimed-delivery';
import { SLOW_MS, type SlotKind } from './endpoint-queue';

/** A request in flight. */
export interface Slot {
  readonly delivery: ClaimedDelivery;
  slotKind: SlotKind;
  readonly startedAt: number;
}

/**
 * The attempts in flight: at most `concurrency` fast ones, plus slow ones, which take a socket and no CPU time
 * (docs/webhooks.md). An attempt holds its slot until its outcome is certain to reach the database, because PostgreSQL
 * completes a statement even if the worker is killed after sending it. So exactly the attempts in flight are sent again
 * after a kill -9.
 *
 * A request that has taken half a second moves to a slow slot, and a request to a slow endpoint starts in one, so
 * hanging endpoints cannot hold the fast slots. The claim enforces the number of slow slots (`SlowSlots`), so a
 * claimed delivery never waits for one.
 */
export class RequestSlots {
  /** Requests in fast slots, oldest first, which is the iteration order of a Set. */
  private readonly fast = new Set<Slot>();
  private slow = 0;
  /** Number of ended attempts whose outcome is not recorded yet. Each holds a fast slot until its outcome is sent. */
  private unrecorded = 0;
  /** Number of these whose outcome has been sent to the database. They hold no slot. */
  private atDatabase = 0;

  /** @param concurrency number of fast slots */
  constructor(private readonly concurrency: number) {}

  /** Number of attempts that have started and are not recorded. */
  get inFlight(): number {
    return this.fast.size + this.slow + this.unrecorded;
  }

  /** Number of free fast slots. */
  get free(): number {
    return Math.max(0, this.concurrency - this.fast.size - this.unrecorded + this.atDatabase);
  }

  take(delivery: ClaimedDelivery, slotKind: SlotKind, now: number): Slot {
    const slot = { delivery, slotKind, startedAt: now };
    if (slotKind === 'fast') this.fast.add(slot);
    else this.slow++;
    return slot;
  }

  /** Records that the request has ended; its outcome will be recorded next. */
  ended(slot: Slot): void {
    if (slot.slotKind === 'fast') this.fast.delete(slot);
    else this.slow--;
    this.unrecorded++;
  }

  /** Frees the slots of outcomes that have been sent to the database. */
  sent(outcomes: number): void {
    this.atDatabase += outcomes;
  }

  /** Takes slots again for outcomes that the database did not accept, even if none is free. */
  returned(outcomes: number): void {
    this.atDatabase -= outcomes;
  }

  /** Records that outcomes, all sent before, have become durable. */
  recorded(outcomes: number): void {
    this.unrecorded -= outcomes;
    this.atDatabase -= outcomes;
  }

  /** Records that the database has rejected outcomes permanently. */
  refused(outcomes: number): void {
    this.unrecorded -= outcomes;
  }

  /** Moves requests that have taken long to slow slots and returns their deliveries. */
  ageOut(now: number): ClaimedDelivery[] {
    const aged: ClaimedDelivery[] = [];
    for (const slot of this.fast) {
      if (now - slot.startedAt < SLOW_MS) break;
      slot.slotKind = 'slow';
      this.fast.delete(slot);
      this.slow++;
      aged.push(slot.delivery);
    }
    return aged;
  }
}
