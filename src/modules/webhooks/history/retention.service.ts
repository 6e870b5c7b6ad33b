import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { IdempotencyRepository } from '../../../platform/idempotency/idempotency.repository';
import { RetentionRepository } from './retention.repository';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes expired idempotency keys, in batches, and what is older than RETENTION_DAYS in tables that are not partitioned:
 * requests of inboxes, and spans of subscriptions that no event needs any more (docs/webhooks.md#retention).
 */
@Injectable()
export class RetentionService {
  constructor(
    jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly repository: RetentionRepository,
    private readonly idempotencyKeys: IdempotencyRepository,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const run = () => this.run();
    jobs.scheduledJob({ name: 'retention', schedule: SCHEDULES.retention, exclusive: true, run });
  }

  /** Returns the numbers of deleted rows. */
  async run(): Promise<{ idempotencyKeys: number }> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - this.config.retentionDays * DAY_MS);
    let idempotencyKeys = 0; // first, because nothing below may keep them from being deleted
    for (let batch = -1; batch !== 0; idempotencyKeys += batch) {
      batch = await this.transactions.run((tx) => this.idempotencyKeys.deleteExpired(tx, now));
    }
    await this.transactions.run((tx) => this.repository.deleteInboxRequestsBefore(tx, before));
    await this.transactions.run((tx) => this.repository.deleteSubscriptionsBefore(tx, before));
    return { idempotencyKeys };
  }
}
