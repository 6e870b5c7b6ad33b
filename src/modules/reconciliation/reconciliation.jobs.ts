import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { JobRunner } from '../../platform/jobs/job-runner';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { ReconciliationService } from './reconciliation.service';

@Injectable()
export class ReconciliationJobs {
  constructor(
    private readonly jobs: JobRunner,
    private readonly reconciliation: ReconciliationService,
  ) {}

  @Cron(SCHEDULES.reconciliation)
  reconcile(): Promise<void> {
    return this.jobs.exclusive('reconciliation', () => this.reconciliation.reconcileAll());
  }
}
