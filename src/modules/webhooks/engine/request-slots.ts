import type { ClaimedDelivery } from './claimed-delivery';
import { SLOW_MS, type SlotKind } from './endpoint-queue';

/** A request in flight, with the kind of slot that it holds now. */
export interface Slot {
  readonly delivery: ClaimedDelivery;
  slotKind: SlotKind;
  readonly startedAt: number;
}

/**
 * Tracks the attempts in flight: at most `concurrency` fast ones, plus slow ones, which take a socket and no
 * CPU time (docs/webhooks.md). An attempt holds its slot until its outcome has been sent to the database.
 * PostgreSQL completes a statement even if the worker is killed after sending it. So after a kill -9, exactly
 * the attempts in slots are sent again.
 *
 * A request that has taken half a second moves to a slow slot, and a request to a slow endpoint starts in
 * one, so hanging endpoints cannot hold the fast slots. This class does not limit slow slots: claiming does
 * (`SlowSlots`), so a claimed delivery never waits for one.
 */
export class RequestSlots {
  /** Requests in fast slots, oldest first: a Set iterates in insertion order. */
  private readonly fast = new Set<Slot>();
  private slow = 0;
  /**
   * Number of attempts that have ended and whose outcome has not been recorded. Each holds a fast slot until
   * its outcome is sent.
   */
  private unrecorded = 0;
  /** Number of unrecorded outcomes that have been sent to the database. They hold no slot. */
  private atDatabase = 0;

  /** @param concurrency number of fast slots */
  constructor(private readonly concurrency: number) {}

  /** Number of attempts that have started and whose outcome has not been recorded. */
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

  /** Records that a request has ended. Its attempt takes a fast slot until its outcome is sent. */
  ended(slot: Slot): void {
    this.notMade(slot);
    this.unrecorded++;
  }

  /** Frees the slot of an attempt that was not made and has no outcome. */
  notMade(slot: Slot): void {
    if (slot.slotKind === 'fast') this.fast.delete(slot);
    else this.slow--;
  }

  sent(outcomes: number): void {
    this.atDatabase += outcomes;
  }

  /** Takes slots again for outcomes that were sent but not accepted, even if none is free. */
  returned(outcomes: number): void {
    this.atDatabase -= outcomes;
  }

  /** Records that outcomes are durable; `sent` was called for them before. */
  recorded(outcomes: number): void {
    this.unrecorded -= outcomes;
    this.atDatabase -= outcomes;
  }

  /** Records that the completer has dropped outcomes; `returned` was called for them before. */
  refused(outcomes: number): void {
    this.unrecorded -= outcomes;
  }

  /** Moves requests that have taken half a second to slow slots. Returns their deliveries. */
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
