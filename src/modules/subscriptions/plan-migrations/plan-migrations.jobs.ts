import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Notifier } from '../../../platform/database/notifier';
import { DueWork } from '../../../platform/jobs/due-work';
import { JobRunner } from '../../../platform/jobs/job-runner';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { PlanMigrationRun } from './plan-migration-run';

const NAME = 'plan-migrations';
const CHANNEL = 'plan_migrations';

/**
 * Runs plan migrations right after their request, on a notification from another process, and every minute. Their
 * progress does not depend on the time of the service: they are due at once, even under the test clock.
 */
@Injectable()
export class PlanMigrationsJobs implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> | null = null;
  private woken = false;
  private stopped = true;

  constructor(
    private readonly migrations: PlanMigrationRun,
    private readonly jobs: JobRunner,
    private readonly notifier: Notifier,
    private readonly dueWork: DueWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.config.role !== 'api') this.notifier.subscribe(CHANNEL, this.wake);
    this.dueWork.register({
      name: NAME,
      nextDueAt: async () => ((await this.migrations.hasRunning()) ? new Date(0) : null),
      runDue: async () => {
        await this.running;
        await this.run();
      },
    });
  }

  onApplicationBootstrap(): void {
    this.stopped = false;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Wakes the job after a migration was committed. Always the same function object, so that a commit calls it once. */
  readonly wake = (): void => {
    if (this.stopped) return;
    if (this.config.role === 'api') {
      this.notifier.notify(CHANNEL);
      return;
    }
    this.woken = true;
    this.running ??= this.runWhileWoken();
  };

  @Cron(SCHEDULES.planMigrations)
  sweep(): void {
    if (this.config.role !== 'api') this.wake();
  }

  private async runWhileWoken(): Promise<void> {
    while (this.woken && !this.stopped) {
      this.woken = false;
      await this.jobs.shared(NAME, () => this.run());
    }
    this.running = null;
  }

  private run(): Promise<void> {
    return this.migrations.run(() => this.stopped);
  }
}
