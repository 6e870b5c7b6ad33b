import type { Partition } from './partition';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Partitions exist this long before they are needed. */
const AHEAD_DAYS = 7;
/** Whole partitions of a retention: with those ahead, the partial ones and the DEFAULT, a table has at most 32. */
const PER_RETENTION = 20;
/** The least width of partitions that are never dropped. */
const FOREVER_DAYS = 365;
/** Partitions of a time in which none were made, such as a service that was off. */
const PER_GAP = 3;

/** A range of creation times. */
export interface Range {
  readonly lower: Date;
  readonly upper: Date;
}

/** What is to be done to the partitions of a table. */
export interface PartitionPlan {
  readonly make: readonly Range[];
  /** Names of those whose rows have all expired, oldest first. */
  readonly retire: readonly string[];
}

/**
 * Plans partitions so that there are at most 32 of a table (docs/decisions.md#partitions).
 *
 * @param retentionDays null: rows are kept for ever
 */
export function planPartitions(
  partitions: readonly Partition[],
  retentionDays: number | null,
  now: Date,
): PartitionPlan {
  const ranges = partitions.filter((it) => !it.isDefault);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  let end = Math.max(...ranges.map((it) => it.upper?.getTime() ?? -Infinity));
  if (end === -Infinity) end = today;
  const start = Math.min(end, ...ranges.map((it) => (it.lower ?? it.upper)?.getTime() ?? end));
  const gapDays = Math.max(0, today - end) / DAY_MS;
  const width = Math.max(widthInDays(retentionDays, (today - start) / DAY_MS), Math.ceil(gapDays / PER_GAP));
  const make: Range[] = [];
  while (end < today + AHEAD_DAYS * DAY_MS) {
    const upper = end + width * DAY_MS;
    make.push({ lower: new Date(end), upper: new Date(upper) });
    end = upper;
  }
  return { make, retire: expired(ranges, retentionDays, now) };
}

/**
 * Returns how many days a new partition covers.
 *
 * @param ageDays of the oldest partition: what is never dropped must not add up either
 */
export function widthInDays(retentionDays: number | null, ageDays: number): number {
  if (retentionDays !== null) return Math.ceil(retentionDays / PER_RETENTION);
  return Math.max(FOREVER_DAYS, Math.ceil(ageDays / PER_RETENTION));
}

/**
 * Returns what keeps rows longer than the retention: the partition in use if it ends too late, which may end in a week
 * instead, and later ones that are too wide.
 *
 * @param today 0:00 UTC
 */
export function tooWide(
  partitions: readonly Partition[],
  retentionDays: number | null,
  today: Date,
): {
  readonly shorten: { readonly partition: Partition; readonly upper: Date } | null;
  readonly drop: string[];
} {
  if (retentionDays === null) return { shorten: null, drop: [] };
  const width = widthInDays(retentionDays, 0) * DAY_MS;
  const soon = today.getTime() + AHEAD_DAYS * DAY_MS;
  const isLate = ({ upper }: Partition): boolean => upper !== null && upper.getTime() > soon + width;
  const late = partitions.filter((it) => !it.isDefault && isLate(it));
  const [partition] = late.filter((it) => it.lower === null || it.lower.getTime() < soon);
  return {
    shorten: partition === undefined ? null : { partition, upper: new Date(soon) },
    drop: late.filter((it) => it !== partition).map((it) => it.name),
  };
}

function expired(ranges: readonly Partition[], retentionDays: number | null, now: Date): string[] {
  if (retentionDays === null) return [];
  const before = now.getTime() - retentionDays * DAY_MS;
  return ranges
    .filter((it) => it.upper !== null && it.upper.getTime() <= before)
    .sort((a, b) => (a.upper?.getTime() ?? 0) - (b.upper?.getTime() ?? 0))
    .map((it) => it.name);
}
