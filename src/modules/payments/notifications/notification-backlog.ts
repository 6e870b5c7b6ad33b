import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { JobRunner } from '../../../platform/jobs/job-runner';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { logger } from '../../../platform/observability/logger';
import { Inbox } from './inbox';

/** Processes what is on record and was not processed before the answer: the rest of large bodies. */
@Injectable()
export class NotificationBacklog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    private readonly inbox: Inbox,
    private readonly jobs: JobRunner,
  ) {}

  /** What a crash has left need not wait for the schedule. */
  onApplicationBootstrap(): void {
    this.wake();
  }

  /** After the crash of another process, or when this one is busy elsewhere. */
  @Cron(SCHEDULES.receivedNotifications)
  sweep(): Promise<void> {
    return this.jobs.exclusive('received-notifications', () => this.run());
  }

  /** Begins at once, beside the answer. */
  wake(): void {
    this.running ??= this.run()
      .catch((error: unknown) => logger.error({ err: error }, 'Notifications wait for the next sweep'))
      .finally(() => {
        this.running = null;
      });
  }

  async run(): Promise<void> {
    while (!this.isStopping && (await this.inbox.processNext()));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }
}
