import type { DataSource } from 'typeorm';

/**
 * Runs `job` under a session advisory lock of its name; returns undefined when another process holds the lock. A job that
 * processes share by organization has a name per organization.
 */
export async function exclusive<T>(
  dataSource: DataSource,
  name: string,
  job: () => Promise<T>,
): Promise<T | undefined> {
  const runner = dataSource.createQueryRunner();
  try {
    const lock = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked';
    const [row] = (await runner.query(lock, [`job:${name}`])) as [{ locked: boolean }];
    if (!row.locked) return undefined;
    try {
      return await job();
    } finally {
      await runner.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [`job:${name}`]);
    }
  } finally {
    await runner.release();
  }
}
