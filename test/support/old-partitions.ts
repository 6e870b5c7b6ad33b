import { firstIdAt } from '../../src/platform/domain/id';
import type { TestDatabase } from './test-database';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the beginning of the day, in UTC, that was so many days ago. */
export const dayAgo = (days: number): Date => new Date(Math.floor(Date.now() / DAY_MS - days) * DAY_MS);

/** Makes partitions of days in the past, as if the service had run then, and sets the retention. */
export async function makeOldPartitions(
  database: TestDatabase,
  tables: readonly string[],
  days: readonly number[],
  retentionDays: number,
): Promise<void> {
  for (const table of tables) {
    await database.query('UPDATE partitioned_tables SET retention_days = $2 WHERE name = $1', [
      table,
      retentionDays,
    ]);
    for (const day of days) {
      await database.query('SELECT make_partition($1, $2, $3)', [table, dayAgo(day), dayAgo(day - 1)]);
    }
  }
}

/** A UUIDv7 of the day, by its number. */
export const idOfDay = (days: number, nth: number): string =>
  firstIdAt(new Date(dayAgo(days).getTime() + 3_600_000 + nth));
