import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { ExtensionFailedError } from '../../../platform/extensions';
import type { DueQueue } from '../../../platform/jobs/due-queue';
import type { DueRow } from '../../../platform/jobs/job-failures';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { NotificationProcessor } from './notification-processor';
import { NotificationsRepository, QUEUE } from './notifications.repository';

const RETRIED = 'The notification could not be processed because of an internal error. Retried later.';

/** Processes notifications that were stored but not processed before the response: the rest of large bodies. */
@Injectable()
export class NotificationQueue implements OnApplicationBootstrap {
  private readonly queue: DueQueue;

  constructor(
    private readonly repository: NotificationsRepository,
    private readonly processor: NotificationProcessor,
    jobs: Jobs,
  ) {
    this.queue = jobs.dueQueue({
      name: QUEUE,
      schedule: SCHEDULES.receivedNotifications,
      nextDueAt: (reader, now) => repository.oldestDue(reader, now),
      claim: (tx, now, limit) => repository.claimDue(tx, now, limit),
      act: (tx, rows) => this.process(tx, rows),
      onFailure: (tx, row, { error }) => this.explain(tx, row, error),
    });
  }

  /** Processes leftovers of a crash at start-up instead of waiting for the schedule. */
  onApplicationBootstrap(): void {
    this.wake();
  }

  /** Starts now, without waiting for the end. */
  wake(): void {
    this.queue.wake();
  }

  private async process(tx: Transaction, rows: readonly DueRow[]): Promise<void> {
    for (const { organizationId, id } of rows) {
      const notification = await this.repository.claimReceived(tx, organizationId, id);
      if (notification !== null) await this.processor.process(tx, notification);
    }
  }

  /** Shows the merchant why a notification waits. */
  private async explain(tx: Transaction, { organizationId, id }: DueRow, error: unknown): Promise<void> {
    const reason = error instanceof ExtensionFailedError ? `${error.message}. Retried later.` : RETRIED;
    await this.repository.markForReview(tx, organizationId, id, reason);
  }
}
