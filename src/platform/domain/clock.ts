/** The service's source of time. Domain code never calls `new Date()`, so that tests can move the clock. */
export interface Clock {
  now(): Date;
  /**
   * The instant that SQL must use instead of the database clock, or null to use the database clock. Statements write
   * `coalesce($n::timestamptz, now())`, so that all processes in production share the clock of the database.
   */
  frozenAt(): Date | null;
}

/** Dependency-injection token of the clock. */
export const CLOCK = Symbol('CLOCK');

/** The clock in production and wherever TEST_CLOCK is off. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }

  frozenAt(): null {
    return null;
  }
}
