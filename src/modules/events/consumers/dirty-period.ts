/** The key of a billing period. */
export interface PeriodKey {
  organizationId: string;
  periodId: string;
}

/** A billing period with counted usage that the usage consumers have not seen. */
export interface DirtyPeriod extends PeriodKey {
  subscriptionId: string;
}

/** A dirty period with the version of its aggregates that was read. */
export interface DirtyPeriodVersion extends DirtyPeriod {
  /** Changes with every change of the row and of its aggregates. */
  version: string;
}
