import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DueWork } from '../../platform/jobs/due-work';
import { JobRunner } from '../../platform/jobs/job-runner';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { SubscriptionClock } from './subscription-clock';

const NAME = 'subscriptions';

/** The schedule of the billing clock, and what the test clock runs in its place. */
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
    });
  }

  /** On every instance at once: they share the work row by row. In one of them a run ends before the next. */
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
