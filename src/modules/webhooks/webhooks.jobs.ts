import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { setTimeout as sleep } from 'node:timers/promises';
import { DueWork } from '../../platform/jobs/due-work';
import { JobRunner } from '../../platform/jobs/job-runner';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { RetentionService } from './retention.service';
import { WebhooksService } from './webhooks.service';

const NAME = 'webhook-retries';
const LOOK_MS = 10;

/** Runs the scheduled work of deliveries, and registers it with the test clock. */
@Injectable()
export class WebhooksJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly dueWork: DueWork,
    private readonly webhooks: WebhooksService,
    private readonly retention: RetentionService,
  ) {}

  onModuleInit(): void {
    this.dueWork.register({
      name: NAME,
      nextDueAt: () => this.webhooks.nextDueAt(),
      runDue: () => this.runDue(),
    });
  }

  @Cron(SCHEDULES.webhookRetries)
  sweep(): Promise<void> {
    return this.jobs.exclusive(NAME, () => this.webhooks.queueDueRetries());
  }

  @Cron(SCHEDULES.retention)
  removeOld(): Promise<void> {
    return this.jobs.exclusive('retention', () => this.retention.run());
  }

  /** Sends all due deliveries. Resolves when the outcome of every attempt is recorded. */
  private async runDue(): Promise<void> {
    await this.webhooks.queueDueRetries();
    for (
      let due = await this.webhooks.nextDueAt();
      due?.getTime() === 0;
      due = await this.webhooks.nextDueAt()
    ) {
      await sleep(LOOK_MS);
    }
  }
}
