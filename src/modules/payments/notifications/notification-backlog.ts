import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { JobRunner } from '../../../platform/jobs/job-runner';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { logFailure } from '../../../platform/database/log-failure';
import { Inbox } from './inbox';

/**
 * Processes stored notifications that were not processed before the response, such as the remaining events
 * of a large body.
 */
@Injectable()
export class NotificationBacklog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    private readonly inbox: Inbox,
    private readonly jobs: JobRunner,
  ) {}

  /** At start-up, handles notifications that a crash left unprocessed, instead of waiting for the sweep. */
  onApplicationBootstrap(): void {
    this.wake();
  }

  /** Handles stored notifications that a failed run or a crashed instance left unprocessed. */
  @Cron(SCHEDULES.receivedNotifications)
  sweep(): Promise<void> {
    return this.jobs.exclusive('received-notifications', () => this.run());
  }

  /**
   * Starts a run in the background, without delaying the response. If the run fails, the next sweep retries.
   */
  wake(): void {
    this.running ??= this.run()
      .catch((error: unknown) =>
        logFailure(
          error,
          {},
          'Could not process stored payment notifications; the next sweep will retry them',
        ),
      )
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
