/** A partition of a table by ranges of UUIDv7 ids, whose timestamps are its bounds. */
export interface Partition {
  readonly name: string;
  /** The first instant; null: open, as for what a table held before it was partitioned. */
  readonly lower: Date | null;
  /** The first instant that is not in it; null: open. */
  readonly upper: Date | null;
  /** Takes ids that no other partition does. */
  readonly isDefault: boolean;
}
