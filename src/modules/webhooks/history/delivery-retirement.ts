import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Queries } from '../../../platform/database/reserved-connections';
import { firstIdAt } from '../../../platform/domain/id';
import type { Partition } from '../../../platform/partitions/partition';
import { Partitions } from '../../../platform/partitions/partitions';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Failed deliveries of a day of outage take longer than an API statement may. */
const TIMEOUT = `SET LOCAL statement_timeout = '60s'`;

/**
 * Locks the deliveries that can end meanwhile, so that an outcome is counted before the counters go, or not at all: those of
 * active endpoints, and those in flight. Nothing ends a delivery that waits for an inactive endpoint.
 */
const LOCK_PENDING = `
  WITH locked AS (
    SELECT 1 FROM webhook_queue AS queue
      JOIN webhook_endpoints AS endpoint
        ON endpoint.organization_id = queue.organization_id AND endpoint.id = queue.webhook_endpoint_id
     WHERE queue.open AND queue.delivery_id >= $1 AND queue.delivery_id < $2
       AND (queue.leased_until IS NOT NULL OR endpoint.status = 'active' AND endpoint.deleted_at IS NULL)
       FOR UPDATE OF queue)
  SELECT count(*) FROM locked`;

const DELETE_FAILED = `DELETE FROM webhook_queue WHERE NOT open AND delivery_id >= $1 AND delivery_id < $2`;

/** Deliveries that stay are pending, and count only when they end. */
const DELETE_COUNTS = `
  DELETE FROM webhook_delivery_counts
   WHERE day >= coalesce($1::timestamptz AT TIME ZONE 'UTC', '-infinity') AND day < $2::timestamptz AT TIME ZONE 'UTC'`;

/**
 * Removes what refers to the deliveries of a partition that is dropped: the entries of failed ones in the queue, and the
 * counters of their days, so that counts match lists (docs/webhooks.md#retention).
 */
@Injectable()
export class DeliveryRetirement implements OnModuleInit {
  constructor(private readonly partitions: Partitions) {}

  onModuleInit(): void {
    this.partitions.accompany('webhook_deliveries', (tx, partition) => this.prepare(tx, partition));
  }

  private async prepare(tx: Queries, { lower, upper }: Partition): Promise<void> {
    const ids = [lower === null ? FIRST_ID : firstIdAt(lower), upper === null ? LAST_ID : firstIdAt(upper)];
    await tx.query(TIMEOUT);
    await tx.query(LOCK_PENDING, ids);
    await tx.query(DELETE_FAILED, ids);
    await tx.query(DELETE_COUNTS, [lower, upper]);
  }
}
