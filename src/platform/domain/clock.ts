/**
 * Where the service reads the time. Domain code never calls `new Date()`: it is given the clock, so that a
 * test (or a test environment) can move it.
 */
export interface Clock {
  /** The current instant. */
  now(): Date;
  /**
   * The instant that SQL must use in place of the database's clock, or null to use the database's own.
   * Statements write `coalesce($n::timestamptz, now())`, so that in production schedules depend on one
   * clock only, whatever the clocks of the processes say.
   */
  frozenAt(): Date | null;
}

/** Dependency-injection token of the clock. */
export const CLOCK = Symbol('CLOCK');

/** The machine's clock; SQL uses the database's. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }

  frozenAt(): null {
    return null;
  }
}
