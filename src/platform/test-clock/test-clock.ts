import type { Clock } from '../domain/clock';

/** The clock cannot move backward. */
export class TimeGoesBackError extends Error {}

/**
 * A clock that can be moved forward (docs/billing-rules.md). It follows the system clock until the first move, and
 * stands still between moves. `TEST_CLOCK=on` enables it; the service refuses to start with it in production.
 */
export class TestClock implements Clock {
  private frozen: Date | null = null;

  now(): Date {
    return this.frozen === null ? new Date() : new Date(this.frozen);
  }

  frozenAt(): Date | null {
    return this.frozen;
  }

  /** @throws TimeGoesBackError if `to` is before now */
  moveTo(to: Date): void {
    if (to.getTime() < this.now().getTime()) throw new TimeGoesBackError();
    this.frozen = new Date(to);
  }
}
