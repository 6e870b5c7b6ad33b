import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DueWork } from '../../platform/jobs/due-work';
import { JobRunner } from '../../platform/jobs/job-runner';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { DunningRun } from './dunning-run';

const NAME = 'dunning';

/** Schedules dunning and registers it as due work for the test clock. */
@Injectable()
export class DunningJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly dueWork: DueWork,
    private readonly dunning: DunningRun,
  ) {}

  onModuleInit(): void {
    this.dueWork.register({
      name: NAME,
      nextDueAt: () => this.dunning.nextDueAt(),
      nextRetryAt: () => this.dunning.nextRetryAt(),
      failedWork: (organizationId) => this.dunning.failedWork(organizationId),
      runDue: async () => {
        await this.dunning.run();
      },
    });
  }

  @Cron(SCHEDULES.dunning)
  run(): Promise<void> {
    return this.jobs.exclusive(NAME, () => this.dunning.run());
  }
}
