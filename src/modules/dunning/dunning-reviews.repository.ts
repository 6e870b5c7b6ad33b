import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { DunningReviewEntity } from './dunning-review.entity';

/** A review that a job has claimed. */
export interface ClaimedReview {
  organization_id: string;
  id: string;
  customer_id: string;
}

/** The queue of customers to look at. */
@Injectable()
export class DunningReviewsRepository {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Asks for a look at these customers. A row each time, never a row that is shared: whoever makes an invoice
   * overdue must not wait for the job that is just looking at the customer.
   */
  async request(tx: Transaction, organizationId: string, customerIds: readonly string[]): Promise<void> {
    if (customerIds.length === 0) return;
    await tx.query(
      `INSERT INTO dunning_reviews (organization_id, id, customer_id, due_at)
       SELECT $1::uuid, *, $4::timestamptz FROM unnest($2::uuid[], $3::uuid[])`,
      [organizationId, customerIds.map(() => newId()), customerIds, this.clock.now()],
    );
  }

  /** The review that has waited longest and that nobody else is at. */
  async claim(tx: Transaction, now: Date, except: readonly string[]): Promise<ClaimedReview | null> {
    const [row] = await tx.query<ClaimedReview[]>(
      `SELECT organization_id, id, customer_id FROM dunning_reviews
        WHERE due_at <= $1 AND id <> ALL ($2::uuid[])
        ORDER BY due_at, organization_id, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now, except],
    );
    return row ?? null;
  }

  async remove(tx: Transaction, { organization_id, id }: ClaimedReview): Promise<void> {
    await tx.delete(DunningReviewEntity, { organizationId: organization_id, id });
  }

  async nextDueAt(tx: Transaction): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>('SELECT min(due_at) AS at FROM dunning_reviews');
    return row?.at ?? null;
  }
}
