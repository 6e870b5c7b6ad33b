import { Injectable } from '@nestjs/common';
import { registerUniqueConstraint } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import { firstIdAt } from '../../../platform/domain/id';
import { notHeld } from '../../../platform/cells/held-organizations';
import { notPostponed } from '../../../platform/jobs/job-failures';
import { ERASED } from '../queue/deliveries.repository';
import { RecoveryEntity } from './recovery.entity';

registerUniqueConstraint('webhook_recoveries_running', 'A recovery of this endpoint is running already.');

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Whether a row of the queue is to be retried; samples and erased deliveries are not. */
const IS_FAILED = `organization_id = $1 AND webhook_endpoint_id = $2 AND stage = 'failed' AND delivery_id >= $3
  AND delivery_id < $4 AND updated_at <= $5 AND event_id IS NOT NULL AND error_message IS DISTINCT FROM '${ERASED}'`;

/**
 * Queues the next failed deliveries, as a retry by hand does, and takes them out of the counters, which are locked in
 * key order. The caller moves the cursor in the same transaction, so that no delivery is retried twice.
 */
const QUEUE_NEXT = `
  WITH failed AS (
    SELECT organization_id, delivery_id FROM webhook_queue
     WHERE ${IS_FAILED} AND delivery_id > $6
       AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE organization_id = $1 AND id = $2 AND deleted_at IS NULL)
     ORDER BY delivery_id LIMIT $7 FOR UPDATE),
  reopened AS (
    UPDATE webhook_queue AS queue
       SET stage = 'queued', open = true, is_retry = true, lapses = 0,
           next_attempt_at = coalesce($8::timestamptz, now()), updated_at = coalesce($8::timestamptz, now())
      FROM failed
     WHERE queue.organization_id = failed.organization_id AND queue.delivery_id = failed.delivery_id
    RETURNING queue.organization_id, queue.delivery_id, queue.webhook_endpoint_id, queue.webhook_type,
              queue.created_at),
  counted AS (
    INSERT INTO webhook_delivery_counts AS counts
           (organization_id, day, webhook_endpoint_id, webhook_type, failed)
    SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, webhook_endpoint_id, webhook_type, count(*)
      FROM reopened GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, day, webhook_endpoint_id, webhook_type)
    DO UPDATE SET failed = counts.failed - excluded.failed)
  SELECT delivery_id AS id FROM reopened ORDER BY delivery_id`;

/** Queries of recoveries, and of the deliveries that they retry. */
@Injectable()
export class RecoveriesRepository {
  find(
    tx: Transaction,
    organizationId: string,
    webhookEndpointId: string,
    id: string,
  ): Promise<RecoveryEntity | null> {
    return tx.findOneBy(RecoveryEntity, { organizationId, webhookEndpointId, id });
  }

  findForUpdate(
    tx: Transaction,
    organizationId: string,
    webhookEndpointId: string,
    id: string,
  ): Promise<RecoveryEntity | null> {
    return tx.findOne(RecoveryEntity, {
      where: { organizationId, webhookEndpointId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async insert(tx: Transaction, recovery: RecoveryEntity): Promise<void> {
    await tx.insert(RecoveryEntity, recovery);
  }

  async update(tx: Transaction, recovery: RecoveryEntity): Promise<void> {
    const { organizationId, id, ...columns } = recovery;
    await tx.update(RecoveryEntity, { organizationId, id }, columns);
  }

  /** Returns how many deliveries the recovery is to retry. */
  async countFailed(tx: Transaction, recovery: RecoveryEntity): Promise<number> {
    const [row] = await tx.query<[{ count: string }]>(
      `SELECT count(*) AS count FROM webhook_queue WHERE ${IS_FAILED}`,
      failedOf(recovery),
    );
    return Number(row.count);
  }

  /** Queues the next failed deliveries of the recovery. Returns their ids, oldest first. */
  async queueNext(
    tx: Transaction,
    recovery: RecoveryEntity,
    limit: number,
    frozenAt: Date | null,
  ): Promise<string[]> {
    const values = [...failedOf(recovery), recovery.lastDeliveryId ?? FIRST_ID, limit, frozenAt];
    const rows = await tx.query<{ id: string }[]>(QUEUE_NEXT, values);
    return rows.map((it) => it.id);
  }

  /** Returns when the next recovery of any organization is due. */
  async nextRunAt(tx: Transaction, queue: string, now: Date): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>(
      `SELECT min(recovery.next_run_at) AS at FROM webhook_recoveries AS recovery
        WHERE recovery.next_run_at IS NOT NULL AND ${notPostponed(queue, 'recovery.id', '$1')} AND ${notHeld('recovery')}`,
      [now],
    );
    return row?.at ?? null;
  }

  /** Locks a recovery that is due. */
  claimDue(tx: Transaction, queue: string, now: Date): Promise<RecoveryEntity[]> {
    return tx
      .createQueryBuilder(RecoveryEntity, 'recovery')
      .where('recovery.next_run_at <= :now', { now })
      .andWhere(notPostponed(queue, 'recovery.id', ':now'))
      .andWhere(notHeld('recovery'))
      .orderBy({ 'recovery.nextRunAt': 'ASC', 'recovery.id': 'ASC' })
      .limit(1)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
  }
}

const failedOf = (recovery: RecoveryEntity): unknown[] => [
  recovery.organizationId,
  recovery.webhookEndpointId,
  firstIdAt(recovery.since),
  firstIdAt(recovery.until),
  recovery.createdAt,
];
