import { Injectable } from '@nestjs/common';
import { notMoving } from '../../../platform/cells/held-organizations';
import { findPage } from '../../../platform/database/find-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import { notPostponed, type DueRow } from '../../../platform/jobs/job-failures';
import { notResting } from '../connections/resting';
import { RefundOrderEntity } from './refund-order.entity';
import type { RefundOrderStatus, RefundReason } from './refund-order.rules';

/** The due queue of refunds. */
export const QUEUE = 'refunds';

export interface RefundFilters {
  paymentId?: string | undefined;
  creditNoteId?: string | undefined;
  status?: RefundOrderStatus | undefined;
}

/** A refund that has not come to an end. */
export type OpenOrder = Pick<RefundOrderEntity, 'paymentId' | 'creditNoteId' | 'reason' | 'amountCents'>;

/** Queries of refunds through providers. Times of polling are the database's, which no test clock moves. */
@Injectable()
export class RefundOrdersRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<RefundOrderEntity | null> {
    return tx.findOneBy(RefundOrderEntity, { organizationId, id });
  }

  ofPayment(tx: Transaction, organizationId: string, paymentId: string): Promise<RefundOrderEntity[]> {
    const where = { organizationId, paymentId };
    return tx.find(RefundOrderEntity, { where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Returns the refunds that have neither succeeded nor failed: of a payment, and of others that paid the invoices. */
  async openOf(
    tx: Transaction,
    organizationId: string,
    paymentId: string,
    invoiceIds: readonly string[],
  ): Promise<OpenOrder[]> {
    const rows = await tx.query<
      { payment_id: string; credit_note_id: string | null; reason: RefundReason; cents: string }[]
    >(
      `SELECT payment_id, credit_note_id, reason, amount_cents AS cents FROM refund_orders
        WHERE organization_id = $1 AND status IN ('created', 'pending', 'unknown')
          AND payment_id IN (
                SELECT $2::uuid
                UNION ALL
                SELECT source_id FROM invoice_settlements
                 WHERE organization_id = $1 AND invoice_id = ANY ($3) AND source = 'payment')`,
      [organizationId, paymentId, invoiceIds],
    );
    return rows.map((it) => ({
      paymentId: it.payment_id,
      creditNoteId: it.credit_note_id,
      reason: it.reason,
      amountCents: BigInt(it.cents),
    }));
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: RefundFilters,
    query: PageQuery,
  ): Promise<Page<RefundOrderEntity>> {
    return findPage(tx, RefundOrderEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  async insert(tx: Transaction, order: RefundOrderEntity): Promise<void> {
    await tx.insert(RefundOrderEntity, order);
  }

  async update(
    tx: Transaction,
    { organizationId, id }: RefundOrderEntity,
    changes: Partial<RefundOrderEntity>,
  ): Promise<void> {
    await tx.update(RefundOrderEntity, { organizationId, id }, changes);
  }

  /** Records that a refund is about to be sent. Returns when; null if another process has sent it. */
  async begin(tx: Transaction, { organizationId, id, tries }: RefundOrderEntity): Promise<Date | null> {
    const [rows] = await tx.query<[{ requested_at: Date }[], number]>(
      `UPDATE refund_orders
          SET requested_at = clock_timestamp(), next_action_at = clock_timestamp() + make_interval(secs => 45)
        WHERE organization_id = $1 AND id = $2 AND tries = $3 AND requested_at IS NULL AND status = 'created'
        RETURNING requested_at`,
      [organizationId, id, tries],
    );
    return rows[0]?.requested_at ?? null;
  }

  /** Returns the time of the database. */
  async now(tx: Transaction): Promise<Date> {
    const [row] = await tx.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    if (row === undefined) throw new Error('The database did not tell the time');
    return row.now;
  }

  /** Locks due refunds of one organization, the longest due first; leaves out postponed ones. */
  async claim(tx: Transaction, now: Date, limit: number): Promise<DueRow[]> {
    const due = await tx.query<DueRow[]>(
      `SELECT organization_id AS "organizationId", id FROM refund_orders AS refund
        WHERE next_action_at <= now() AND ${notPostponed(QUEUE, 'refund.id', '$1')} AND ${notMoving('refund')}
          AND ${notResting('refund')}
        ORDER BY next_action_at, organization_id, id LIMIT $2 FOR UPDATE OF refund SKIP LOCKED`,
      [now, limit],
    );
    // Those of other organizations are released with the transaction.
    return due.filter((it) => it.organizationId === due[0]?.organizationId);
  }

  /** Returns since when the first refund has been due; null while none is. */
  async dueSince(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(next_action_at) AS at FROM refund_orders AS refund
        WHERE next_action_at <= now() AND ${notPostponed(QUEUE, 'refund.id', '$1')} AND ${notMoving('refund')}
          AND ${notResting('refund')}`,
      [now],
    );
    return row?.at ?? null;
  }

  /** Keeps others from working on the refunds for a while. */
  async lease(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
    seconds: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE refund_orders SET next_action_at = now() + make_interval(secs => $3)
        WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, ids, seconds],
    );
  }
}
