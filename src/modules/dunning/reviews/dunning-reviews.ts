import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { notHeld } from '../../../platform/cells/held-organizations';
import { notPostponed, type DueRow } from '../../../platform/jobs/job-failures';
import { notResting } from '../../payments';
import { Outbox } from '../../../platform/outbox/outbox';
import { InvoiceFinalized, InvoicesOverdue } from '../../invoices';
import { DunningReviewEntity } from './dunning-review.entity';

/** The due queue of customers to review. */
export const QUEUE = 'dunning';

/** A review that was claimed. */
export interface ClaimedReview extends DueRow {
  readonly customerId: string;
}

/** The queue of customers that a campaign may have to dun. */
@Injectable()
export class DunningReviews implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.on(InvoicesOverdue, (tx, { organizationId, customerIds }) =>
      this.schedule(tx, organizationId, customerIds),
    );
    // An invoice finalized late, after downtime, is overdue from the start.
    this.outbox.on(InvoiceFinalized, async (tx, { organizationId, object }) => {
      if (object.payment_overdue) await this.schedule(tx, organizationId, [object.customer_id]);
    });
  }

  /**
   * Schedules reviews, by default for now. A row each time, never a shared one: whoever makes an invoice overdue must not
   * wait for a running review of the customer. Reviewing a customer again is a no-op.
   */
  async schedule(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
    dueAt: Date = this.clock.now(),
  ): Promise<void> {
    if (customerIds.length === 0) return;
    await tx.query(
      `INSERT INTO dunning_reviews (organization_id, id, customer_id, due_at)
       SELECT $1::uuid, *, $4::timestamptz FROM unnest($2::uuid[], $3::uuid[])`,
      [organizationId, customerIds.map(() => newId()), customerIds, dueAt],
    );
  }

  /** Locks the oldest due reviews of one organization, at most `limit`; leaves out postponed ones. */
  async claim(tx: Transaction, now: Date, limit: number): Promise<ClaimedReview[]> {
    const claimed = await tx.query<ClaimedReview[]>(
      `SELECT organization_id AS "organizationId", id, customer_id AS "customerId" FROM dunning_reviews AS review
        WHERE due_at <= $1 AND ${notPostponed(QUEUE, 'review.id', '$1')} AND ${notHeld('review')}
          AND ${notResting('review')}
        ORDER BY due_at, organization_id, id LIMIT $2 FOR UPDATE OF review SKIP LOCKED`,
      [now, limit],
    );
    // Those of other organizations are released with the transaction.
    return claimed.filter((it) => it.organizationId === claimed[0]?.organizationId);
  }

  async nextDueAt(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(due_at) AS at FROM dunning_reviews AS review WHERE ${notPostponed(QUEUE, 'review.id', '$1')} AND ${notHeld('review')}
          AND ${notResting('review')}`,
      [now],
    );
    return row?.at ?? null;
  }

  async remove(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
    await tx.delete(DunningReviewEntity, { organizationId, id: In([...ids]) });
  }
}
