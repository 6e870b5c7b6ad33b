import type { Clock } from '../domain/clock';

/** The requested time is before the current time of the clock. */
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

  /**
   * Stops the clock before a move to `to`, which it could otherwise pass before the move has begun. Returns the time at
   * which it stands, or null if `to` is before the current time.
   */
  freezeBefore(to: Date): Date | null {
    const now = this.now();
    if (to < now) return null;
    this.frozen = now;
    return this.now();
  }

  /** @throws TimeGoesBackError if `to` is before the current time of the clock */
  moveTo(to: Date): void {
    if (to.getTime() < this.now().getTime()) throw new TimeGoesBackError();
    this.frozen = new Date(to);
  }
}
