import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { newId } from '../../platform/domain/id';
import { DunningReviewEntity } from './dunning-review.entity';

/** A review that a job has claimed. */
export interface ClaimedReview {
  organizationId: string;
  id: string;
  customerId: string;
}

/** The queue of customers to review, across organizations. */
@Injectable()
export class DunningReviewsRepository {
  /**
   * Always inserts a new row. If a row were shared, a transaction that makes an invoice overdue would have to wait for
   * the job that is reviewing the customer. Extra rows are harmless, because reviewing a customer again is a no-op.
   */
  async insert(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
    dueAt: Date,
  ): Promise<void> {
    if (customerIds.length === 0) return;
    await tx.query(
      `INSERT INTO dunning_reviews (organization_id, id, customer_id, due_at)
       SELECT $1::uuid, *, $4::timestamptz FROM unnest($2::uuid[], $3::uuid[])`,
      [organizationId, customerIds.map(() => newId()), customerIds, dueAt],
    );
  }

  /** Claims the review that has been due longest, skipping those that other processes have locked. */
  async claim(tx: Transaction, now: Date): Promise<ClaimedReview | null> {
    const [row] = await tx.query<{ organization_id: string; id: string; customer_id: string }[]>(
      `SELECT organization_id, id, customer_id FROM dunning_reviews
        WHERE due_at <= $1 ORDER BY due_at, organization_id, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now],
    );
    if (row === undefined) return null;
    return { organizationId: row.organization_id, id: row.id, customerId: row.customer_id };
  }

  async remove(tx: Transaction, { organizationId, id }: ClaimedReview): Promise<void> {
    await tx.delete(DunningReviewEntity, { organizationId, id });
  }

  async postpone(tx: Transaction, { organizationId, id }: ClaimedReview, dueAt: Date): Promise<void> {
    await tx.update(DunningReviewEntity, { organizationId, id }, { dueAt });
  }

  async nextDueAt(tx: Transaction): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>('SELECT min(due_at) AS at FROM dunning_reviews');
    return row?.at ?? null;
  }
}
