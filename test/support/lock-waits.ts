import { eventually } from './eventually';
import type { TestDatabase } from './test-database';

/** Waits until a statement that matches the pattern `like` waits for a lock. */
export async function untilLockWait(database: TestDatabase, like = '%'): Promise<void> {
  await eventually(async () => {
    const waiting = await database.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [like],
    );
    return waiting.length > 0 ? true : null;
  });
}
