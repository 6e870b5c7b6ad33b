import { eventually } from './eventually';
import type { TestDatabase } from './test-database';

/** Until a statement waits for a lock that another transaction holds; `like` narrows down which. */
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
