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

  /** @throws TimeGoesBackError if `to` is before the current time of the clock */
  moveTo(to: Date): void {
    if (to.getTime() < this.now().getTime()) throw new TimeGoesBackError();
    this.frozen = new Date(to);
  }
}
