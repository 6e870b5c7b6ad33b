import type { Clock } from '../domain/clock';

/** The time was asked to go back. */
export class TimeGoesBackError extends Error {}

/**
 * A clock that stands still until it is moved, forward only. Runs with the machine's time until it is moved
 * for the first time. For test environments: `TEST_CLOCK=on`, refused in production.
 */
export class TestClock implements Clock {
  private frozen: Date | null = null;

  now(): Date {
    return this.frozen === null ? new Date() : new Date(this.frozen);
  }

  frozenAt(): Date | null {
    return this.frozen;
  }

  /** @throws TimeGoesBackError when `to` is before now. */
  moveTo(to: Date): void {
    if (to.getTime() < this.now().getTime()) throw new TimeGoesBackError();
    this.frozen = new Date(to);
  }
}
