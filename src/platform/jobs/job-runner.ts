import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { CONFIG, type Config } from '../config/config';
import { logFailure } from '../database/log-failure';
import { logger } from '../observability/logger';

/**
 * Runs scheduled jobs safely on any number of instances. Processes with ROLE=api run none. A job runs on one instance
 * at a time, under a session advisory lock, unless instances divide its work using row locks. Logs failures and never
 * rethrows them to the scheduler.
 */
@Injectable()
export class JobRunner {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs `job` unless this process is api-only or another instance is running the job. */
  exclusive(name: string, job: () => Promise<unknown>): Promise<void> {
    return this.shared(name, () => this.underLock(name, job));
  }

  /**
   * Runs `job` unless this process is api-only. Several instances may run it concurrently: row locks divide the work
   * between them.
   */
  async shared(name: string, job: () => Promise<unknown>): Promise<void> {
    if (this.config.role === 'api') return;
    try {
      await job();
    } catch (error) {
      logFailure(
        error,
        { job: name },
        'Could not complete a scheduled job; it runs again at its next scheduled time',
      );
    }
  }

  private async underLock(name: string, job: () => Promise<unknown>): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const [row] = (await runner.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked', [
        `job:${name}`,
      ])) as [{ locked: boolean }];
      if (!row.locked) return;
      const startedAt = Date.now();
      const result = await this.untilUnlocked(runner, name, job);
      logger.debug({ job: name, result, ms: Date.now() - startedAt }, 'Scheduled job finished');
    } finally {
      await runner.release();
    }
  }

  private async untilUnlocked(
    runner: QueryRunner,
    name: string,
    job: () => Promise<unknown>,
  ): Promise<unknown> {
    const unlock = (): Promise<unknown> =>
      runner.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [`job:${name}`]);
    let result: unknown;
    try {
      result = await job();
    } catch (error) {
      await unlock().catch(() => undefined); // the failure of the job is the one to report
      throw error;
    }
    await unlock();
    return result;
  }
}
