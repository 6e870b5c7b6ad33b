import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { SLOW_MS, type SlotKind } from './endpoint-queue';

/** A request in flight. */
export interface Slot {
  readonly delivery: ClaimedDelivery;
  kind: SlotKind;
  readonly startedAt: number;
}

/**
 * The attempts in flight: at most `concurrency` fast ones, and slow ones beside them, which take a socket and no CPU time
 * (docs/webhooks.md#admission-limits). An attempt holds its slot until its outcome is certain to reach the database,
 * because PostgreSQL completes a statement even if the worker is killed after sending it. So the attempts in flight are
 * exactly the deliveries that are sent again after a kill -9.
 *
 * A request that has taken half a second moves to a slow slot, and one to a slow endpoint starts in one: hanging
 * endpoints cannot hold the fast slots. The number of slow slots is enforced when deliveries are claimed (`SlowSlots`),
 * so a claimed delivery never waits for one.
 */
export class RequestSlots {
  /** Requests in fast slots, oldest first, which is the iteration order of a Set. */
  private readonly fast = new Set<Slot>();
  private slow = 0;
  /** Attempts that have ended with an outcome that is not recorded yet. Each holds a fast slot, briefly. */
  private unrecorded = 0;
  /** Of those, the ones whose outcome is on its way to the database. They hold no slot. */
  private sent = 0;

  /** @param concurrency number of fast slots */
  constructor(private readonly concurrency: number) {}

  /** Number of attempts that have started and are not recorded. */
  get inFlight(): number {
    return this.fast.size + this.slow + this.unrecorded;
  }

  /** Number of free fast slots. */
  get free(): number {
    return Math.max(0, this.concurrency - this.fast.size - this.unrecorded + this.sent);
  }

  take(delivery: ClaimedDelivery, kind: SlotKind, now: number): Slot {
    const slot = { delivery, kind, startedAt: now };
    if (kind === 'fast') this.fast.add(slot);
    else this.slow++;
    return slot;
  }

  /** The attempt has ended; its outcome is to be recorded. */
  attemptEnded(slot: Slot): void {
    this.attemptGivenUp(slot);
    this.unrecorded++;
  }

  /** The attempt could not be made: it has no outcome, and its slot is free. */
  attemptGivenUp(slot: Slot): void {
    if (slot.kind === 'fast') this.fast.delete(slot);
    else this.slow--;
  }

  /** These outcomes are on their way to the database; their slots are free. */
  outcomesSent(count: number): void {
    this.sent += count;
  }

  /** The database has not accepted these outcomes: they hold slots again, even if none is free. */
  outcomesReturned(count: number): void {
    this.sent -= count;
  }

  /** These outcomes, sent before, are durable. */
  outcomesRecorded(count: number): void {
    this.unrecorded -= count;
    this.sent -= count;
  }

  /** These outcomes, returned before, are given up. */
  outcomesDropped(count: number): void {
    this.unrecorded -= count;
  }

  /** Moves requests that have become slow to slow slots. Returns their deliveries. */
  moveSlow(now: number): ClaimedDelivery[] {
    const slowed: ClaimedDelivery[] = [];
    for (const slot of this.fast) {
      if (now - slot.startedAt < SLOW_MS) break;
      slot.kind = 'slow';
      this.fast.delete(slot);
      this.slow++;
      slowed.push(slot.delivery);
    }
    return slowed;
  }
}
