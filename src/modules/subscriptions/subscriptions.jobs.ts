import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DueWork } from '../../platform/jobs/due-work';
import { JobRunner } from '../../platform/jobs/job-runner';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { SubscriptionClock } from './subscription-clock';

const NAME = 'subscriptions';

/** Processes due subscriptions on a schedule, and when the test clock advances. */
@Injectable()
export class SubscriptionsJobs implements OnModuleInit {
  private running = false;

  constructor(
    private readonly jobs: JobRunner,
    private readonly dueWork: DueWork,
    private readonly clock: SubscriptionClock,
  ) {}

  onModuleInit(): void {
    this.dueWork.register({
      name: NAME,
      nextDueAt: () => this.clock.nextDueAt(),
      runDue: () => this.clock.runDue(),
      nextRetryAt: () => this.clock.nextRetryAt(),
      failedWork: (organizationId) => this.clock.failedWork(organizationId),
    });
  }

  /** Runs on every instance; row locks divide the work among them. On one instance, runs do not overlap. */
  @Cron(SCHEDULES.subscriptions)
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      await this.jobs.shared(NAME, () => this.clock.runDue());
    } finally {
      this.running = false;
    }
  }
}
