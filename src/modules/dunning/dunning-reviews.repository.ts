import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { Transaction } from '../../platform/database/transactions';
import { newId } from '../../platform/domain/id';
import type { BillingError } from '../invoices';
import { DunningReviewEntity } from './dunning-review.entity';

/** A review that a job has claimed. */
export interface ClaimedReview {
  organizationId: string;
  id: string;
  customerId: string;
  /** Null unless it has failed before. */
  billingError: BillingError | null;
}

interface ReviewRow {
  organization_id: string;
  id: string;
  customer_id: string;
  billing_error: BillingError | null;
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
    const [row] = await tx.query<ReviewRow[]>(
      `SELECT organization_id, id, customer_id, billing_error FROM dunning_reviews
        WHERE due_at <= $1 ORDER BY due_at, organization_id, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now],
    );
    if (row === undefined) return null;
    const { organization_id: organizationId, id, customer_id: customerId, billing_error: billingError } = row;
    return { organizationId, id, customerId, billingError };
  }

  async remove(tx: Transaction, { organizationId, id }: ClaimedReview): Promise<void> {
    await tx.delete(DunningReviewEntity, { organizationId, id });
  }

  /** A no-op if another process has reviewed the customer since the claim. */
  async setAside(
    tx: Transaction,
    { organizationId, id }: ClaimedReview,
    billingError: BillingError,
  ): Promise<void> {
    const dueAt = new Date(billingError.nextRetryAt);
    await tx.update(DunningReviewEntity, { organizationId, id }, { dueAt, billingError });
  }

  /** Returns when the next review is due, apart from those that are set aside. */
  nextDueAt(tx: Transaction): Promise<Date | null> {
    return this.earliest(tx, 'IS NULL');
  }

  /** Returns when the next review that is set aside is retried. */
  nextRetryAt(tx: Transaction): Promise<Date | null> {
    return this.earliest(tx, 'IS NOT NULL');
  }

  private async earliest(tx: Transaction, error: 'IS NULL' | 'IS NOT NULL'): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM dunning_reviews WHERE billing_error ${error}`,
    );
    return row?.at ?? null;
  }

  /** Returns the reviews of an organization that are set aside, oldest first. */
  findSetAside(tx: Transaction, organizationId: string, limit: number): Promise<DunningReviewEntity[]> {
    const where = { organizationId, billingError: Not(IsNull()) };
    return tx.find(DunningReviewEntity, { where, order: { id: 'ASC' }, take: limit });
  }
}
