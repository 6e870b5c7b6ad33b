/** The service's source of time. Domain code never calls `new Date()`, so that tests can move the clock. */
export interface Clock {
  /** The current instant. */
  now(): Date;
  /**
   * The instant that SQL must use instead of the database clock, or null to use the database clock. Statements write
   * `coalesce($n::timestamptz, now())`, so that in production the clocks of the processes do not matter.
   */
  frozenAt(): Date | null;
}

/** Dependency-injection token of the clock. */
export const CLOCK = Symbol('CLOCK');

/** The system clock. SQL uses the database's clock. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }

  frozenAt(): null {
    return null;
  }
}
