import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Transactions } from '../../platform/database/transactions';
import { JobRunner } from '../../platform/jobs/job-runner';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { AnalyticsRepository } from './analytics.repository';

const BATCH = 5000;

/** Adds the changes that triggers record to the counts. Reports do not wait for it, because they include the changes. */
@Injectable()
export class AnalyticsJobs {
  constructor(
    private readonly jobs: JobRunner,
    private readonly transactions: Transactions,
    private readonly repository: AnalyticsRepository,
  ) {}

  @Cron(SCHEDULES.analytics)
  run(): Promise<void> {
    return this.jobs.exclusive('analytics', () => this.fold());
  }

  /** Adds all changes that are committed. */
  async fold(): Promise<void> {
    for (let taken = BATCH; taken === BATCH;) {
      taken = await this.transactions.run((tx) => this.repository.fold(tx, BATCH));
    }
  }
}
