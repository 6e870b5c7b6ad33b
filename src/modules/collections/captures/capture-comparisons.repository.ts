import { Injectable } from '@nestjs/common';
import { ServiceUnavailableError } from '../../../platform/errors/app-error';
import type { Transaction } from '../../../platform/database/transactions';
import { notHeld } from '../../../platform/cells/held-organizations';
import { notPostponed, type DueRow } from '../../../platform/jobs/job-failures';
import { CaptureComparisonEntity, type UnknownCaptureEntity } from './capture-comparison.entity';

/** The due queue of comparisons. */
export const QUEUE = 'captures';

/** After a restore the comparison is due at once, whenever it would be else. */
const DUE = `(next_action_at <= now()
  OR (origin <> (SELECT database_origin()) AND attempted_at <= now() - interval '1 minute'))
  AND ${notPostponed(QUEUE, 'comparison.id', '$1')} AND ${notHeld('comparison')}`;

/** Queries of the comparisons of captures. Their times are the database's, which no test clock moves. */
@Injectable()
export class CaptureComparisonsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<CaptureComparisonEntity | null> {
    return tx.findOneBy(CaptureComparisonEntity, { organizationId, id });
  }

  /** Returns the time of the database, and which database it is. */
  async present(tx: Transaction): Promise<{ now: Date; origin: string }> {
    const [row] = await tx.query<{ now: Date; origin: string }[]>(
      'SELECT clock_timestamp() AS now, database_origin() AS origin',
    );
    if (row === undefined) throw new Error('The database did not tell the time');
    return row;
  }

  /** @throws ServiceUnavailableError while nothing may be collected (docs/payments.md#after-a-restore) */
  async assertCompared(tx: Transaction, organizationId: string): Promise<void> {
    const rows = await tx.query<unknown[]>(
      'SELECT 1 FROM capture_comparisons WHERE organization_id = $1 AND origin <> database_origin() LIMIT 1',
      [organizationId],
    );
    if (rows.length === 0) return;
    throw new ServiceUnavailableError(
      'The database was restored: nothing is collected until the captures of all providers are compared.',
    );
  }

  async update(
    tx: Transaction,
    { organizationId, id }: CaptureComparisonEntity,
    changes: Partial<CaptureComparisonEntity>,
  ): Promise<void> {
    await tx.update(CaptureComparisonEntity, { organizationId, id }, changes);
  }

  /** Records money of a collection that does not exist here. Returns whether it is new. */
  async insertUnknown(tx: Transaction, capture: UnknownCaptureEntity): Promise<boolean> {
    const { organizationId, id, provider, providerPaymentId, collectionId, ...money } = capture;
    const inserted = await tx.query<unknown[]>(
      `INSERT INTO unknown_captures (organization_id, id, provider, provider_payment_id, collection_id, amount_cents,
         currency, captured_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
      [
        ...[organizationId, id, provider, providerPaymentId, collectionId],
        ...[money.amountCents, money.currency, money.capturedAt, money.createdAt],
      ],
    );
    return inserted.length > 0;
  }

  /** Locks due comparisons of one organization; leaves out postponed ones. */
  async claim(tx: Transaction, now: Date, limit: number): Promise<DueRow[]> {
    const due = await tx.query<DueRow[]>(
      `SELECT organization_id AS "organizationId", id FROM capture_comparisons AS comparison WHERE ${DUE}
        ORDER BY next_action_at, organization_id, id LIMIT $2 FOR UPDATE OF comparison SKIP LOCKED`,
      [now, limit],
    );
    // Those of other organizations are released with the transaction.
    return due.filter((it) => it.organizationId === due[0]?.organizationId);
  }

  /** Returns since when the first comparison has been due; null while none is. */
  async dueSince(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(least(next_action_at, now())) AS at FROM capture_comparisons AS comparison WHERE ${DUE}`,
      [now],
    );
    return row?.at ?? null;
  }

  /** Keeps others from comparing the same for a while. */
  async lease(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
    seconds: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE capture_comparisons
          SET attempted_at = now() + make_interval(secs => $3), next_action_at = now() + make_interval(secs => $3)
        WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, ids, seconds],
    );
  }
}
