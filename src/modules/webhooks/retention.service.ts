import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { IdempotencyRepository } from '../../platform/idempotency/idempotency.repository';
import {
  BEGINNING,
  RetentionRepository,
  type RetentionBatch,
  type RetentionCursor,
} from './retention.repository';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes expired data in batches: events older than RETENTION_DAYS with their deliveries and attempts, the
 * history of selected event kinds before these events, and expired idempotency keys. Keeps pending deliveries
 * and their events.
 */
@Injectable()
export class RetentionService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: RetentionRepository,
    private readonly idempotencyKeys: IdempotencyRepository,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the number of deleted events and of deleted idempotency keys. */
  async run(): Promise<{ events: number; idempotencyKeys: number }> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - this.config.retentionDays * DAY_MS);
    // Idempotency keys first, so that a failure in a later step cannot prevent their deletion.
    let idempotencyKeys = 0;
    for (let batch = -1; batch !== 0; idempotencyKeys += batch) {
      batch = await this.transactions.run((tx) => this.idempotencyKeys.deleteExpired(tx, now));
    }
    const events = await this.deleteEventsBefore(before);
    await this.transactions.run((tx) => this.repository.deleteEmptyCounts(tx, before));
    await this.transactions.run((tx) => this.repository.deleteSubscriptionsBefore(tx, before));
    return { events, idempotencyKeys };
  }

  private async deleteEventsBefore(before: Date): Promise<number> {
    let events = 0;
    for (let after: RetentionCursor | null = BEGINNING; after !== null;) {
      const from = after;
      const batch: RetentionBatch = await this.transactions.run((tx) =>
        this.repository.deleteEventsBefore(tx, before, from),
      );
      events += batch.removed;
      after = batch.next;
    }
    return events;
  }
}
