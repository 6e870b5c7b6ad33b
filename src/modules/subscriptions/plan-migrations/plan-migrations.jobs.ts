import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DueWork } from '../../../platform/jobs/due-work';
import { JobRunner } from '../../../platform/jobs/job-runner';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { WakeableJobs, type WakeableJob } from '../../../platform/jobs/wakeable-job';
import { PlanMigrationRun } from './plan-migration-run';

const NAME = 'plan-migrations';
const CHANNEL = 'plan_migrations';

/**
 * Runs plan migrations right after their request, on a notification from another process, and every minute. Their
 * progress does not depend on the time of the service: they are due at once, even under the test clock.
 */
@Injectable()
export class PlanMigrationsJobs implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: WakeableJob;

  constructor(
    private readonly migrations: PlanMigrationRun,
    private readonly jobs: JobRunner,
    private readonly dueWork: DueWork,
    wakeableJobs: WakeableJobs,
  ) {
    this.job = wakeableJobs.create(CHANNEL, (signal) =>
      this.jobs.shared(NAME, () => this.migrations.run(() => signal.aborted)),
    );
  }

  onModuleInit(): void {
    this.dueWork.register({
      name: NAME,
      nextDueAt: async () => ((await this.migrations.hasRunning()) ? new Date(0) : null),
      runDue: async () => {
        await this.job.idle();
        await this.migrations.run(() => this.job.isStopped);
      },
    });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** Wakes the job after a migration was committed. */
  get wake(): () => void {
    return this.job.wake;
  }

  @Cron(SCHEDULES.planMigrations)
  sweep(): void {
    this.job.sweep();
  }
}
