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
      runDue: (shutdown) => this.runDue(shutdown),
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

  /** Resolves when the outcome of every due attempt is recorded, or at shutdown, when no attempt begins any more. */
  private async runDue(shutdown: AbortSignal): Promise<void> {
    await this.webhooks.queueDueRetries();
    while (!shutdown.aborted && (await this.webhooks.nextDueAt())?.getTime() === 0) await sleep(LOOK_MS);
  }
}
