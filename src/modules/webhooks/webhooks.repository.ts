import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { OutboxEvent } from '../../platform/outbox/outbox-event';

export interface NewDelivery {
  event: OutboxEvent;
  id: string;
  endpointId: string;
}

interface EndpointSubscription {
  organizationId: string;
  id: string;
  eventTypes: string[];
}

/**
 * Inserts deliveries, but none for endpoints that have been deleted or deactivated. FOR KEY SHARE, which the
 * foreign key takes anyway, makes the statement wait for a concurrent deletion or deactivation, which locks
 * the endpoint first. So no delivery stays pending for a deleted endpoint.
 */
const INSERT_DELIVERIES = `
  WITH delivery AS (
    INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, event_id, webhook_type, object_type,
                                    object_id, max_retries, created_at, customer_id)
    SELECT row.organization_id, row.id, endpoint.id, row.event_id, row.kind, row.object_type, row.object_id, $8,
           row.created_at, row.customer_id
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::uuid[], $9::timestamptz[],
                  $10::uuid[])
        AS row (organization_id, id, endpoint_id, event_id, kind, object_type, object_id, created_at, customer_id)
      JOIN webhook_endpoints AS endpoint
        ON endpoint.organization_id = row.organization_id AND endpoint.id = row.endpoint_id
       AND endpoint.status = 'active' AND endpoint.deleted_at IS NULL
       FOR KEY SHARE OF endpoint
    RETURNING *)
  INSERT INTO webhook_queue (organization_id, delivery_id, webhook_endpoint_id, event_id, webhook_type, stage,
                             next_attempt_at, max_retries, created_at, updated_at)
  SELECT organization_id, id, webhook_endpoint_id, event_id, webhook_type, 'queued', created_at, max_retries, created_at,
         created_at
    FROM delivery`;

/** Fails one batch of an endpoint's pending deliveries, except those in flight: their outcomes end them. */
const FAIL_OUTSTANDING = `
  WITH outstanding AS (
    SELECT organization_id, delivery_id FROM webhook_queue
     WHERE organization_id = $1 AND webhook_endpoint_id = $2 AND open AND leased_until IS NULL
     LIMIT $4 FOR UPDATE SKIP LOCKED),
  ended AS (
    UPDATE webhook_queue AS queue
       SET stage = 'failed', open = false, error_message = 'endpoint deleted',
           updated_at = coalesce($3::timestamptz, now())
      FROM outstanding
     WHERE queue.organization_id = outstanding.organization_id AND queue.delivery_id = outstanding.delivery_id
    RETURNING queue.organization_id, queue.webhook_endpoint_id, queue.webhook_type, queue.created_at),
  counted AS (
    INSERT INTO webhook_delivery_counts AS counts
           (organization_id, day, webhook_endpoint_id, webhook_type, succeeded, failed)
    SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, webhook_endpoint_id, webhook_type, 0, count(*)
      FROM ended GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, day, webhook_endpoint_id, webhook_type)
    DO UPDATE SET failed = counts.failed + excluded.failed)
  SELECT count(*)::int AS failed FROM ended`;

/**
 * Queues one batch of due retries, including those to inactive endpoints. They wait in the queue, because
 * nothing is claimed for inactive endpoints. In this stage, they are not checked again every five minutes.
 */
const QUEUE_DUE_RETRIES = `
  WITH due AS (
    SELECT organization_id, delivery_id FROM webhook_queue
     WHERE stage = 'waiting' AND next_attempt_at <= coalesce($1::timestamptz, now())
     ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  UPDATE webhook_queue AS queue SET stage = 'queued', is_retry = true
    FROM due
   WHERE queue.organization_id = due.organization_id AND queue.delivery_id = due.delivery_id`;

const QUEUE_MANUAL_RETRY = `
  WITH reopened AS (
    UPDATE webhook_queue AS queue
       SET stage = 'queued', open = true, is_retry = true, lapses = 0,
           next_attempt_at = coalesce($3::timestamptz, now()), updated_at = coalesce($3::timestamptz, now())
      FROM webhook_endpoints AS endpoint
     WHERE queue.organization_id = $1 AND queue.delivery_id = $2 AND queue.stage = 'failed'
       AND endpoint.organization_id = queue.organization_id AND endpoint.id = queue.webhook_endpoint_id
       AND endpoint.deleted_at IS NULL
    RETURNING queue.organization_id, queue.webhook_endpoint_id, queue.webhook_type, queue.created_at)
  UPDATE webhook_delivery_counts AS counts SET failed = counts.failed - 1
    FROM reopened
   WHERE counts.organization_id = reopened.organization_id
     AND counts.day = (reopened.created_at AT TIME ZONE 'UTC')::date
     AND counts.webhook_endpoint_id = reopened.webhook_endpoint_id AND counts.webhook_type = reopened.webhook_type`;

/** Inserts deliveries, marks them as failed and queues their retries. Claims and outcomes are in `engine/`. */
@Injectable()
export class WebhooksRepository {
  /** Returns the active endpoints of these organizations, with their selected event kinds. */
  activeEndpoints(tx: Transaction, organizationIds: readonly string[]): Promise<EndpointSubscription[]> {
    return tx.query<EndpointSubscription[]>(
      `SELECT organization_id AS "organizationId", id, event_types AS "eventTypes" FROM webhook_endpoints
        WHERE organization_id = ANY($1::uuid[]) AND status = 'active' AND deleted_at IS NULL`,
      [organizationIds],
    );
  }

  async insertDeliveries(
    tx: Transaction,
    deliveries: readonly NewDelivery[],
    maxRetries: number,
  ): Promise<void> {
    await tx.query(INSERT_DELIVERIES, [
      deliveries.map((it) => it.event.organizationId),
      deliveries.map((it) => it.id),
      deliveries.map((it) => it.endpointId),
      deliveries.map((it) => it.event.id),
      deliveries.map((it) => it.event.kind),
      deliveries.map((it) => it.event.objectType),
      deliveries.map((it) => it.event.objectId),
      maxRetries,
      deliveries.map((it) => it.event.createdAt),
      deliveries.map((it) => it.event.customerId),
    ]);
  }

  /** Marks one batch of a deleted endpoint's pending deliveries as failed. Returns the size of the batch. */
  async failOutstanding(
    tx: Transaction,
    endpoint: { organizationId: string; id: string },
    now: Date | null,
    limit: number,
  ): Promise<number> {
    const [row] = await tx.query<[{ failed: number }]>(FAIL_OUTSTANDING, [
      endpoint.organizationId,
      endpoint.id,
      now,
      limit,
    ]);
    return row.failed;
  }

  /** Queues one batch of due retries. Returns the number of queued deliveries. */
  async queueDueRetries(tx: Transaction, now: Date | null, limit: number): Promise<number> {
    const [, moved] = await tx.query<[unknown, number]>(QUEUE_DUE_RETRIES, [now, limit]);
    return moved;
  }

  /**
   * Queues a manual retry. Returns false, without a change, unless the delivery is failed and its endpoint
   * exists.
   */
  async queueManualRetry(
    tx: Transaction,
    organizationId: string,
    id: string,
    now: Date | null,
  ): Promise<boolean> {
    const [, queued] = await tx.query<[unknown, number]>(QUEUE_MANUAL_RETRY, [organizationId, id, now]);
    return queued > 0;
  }

  /**
   * Returns endpoints deleted after `since` that still have pending deliveries, because a crash interrupted
   * their deletion.
   */
  orphanedEndpoints(tx: Transaction, since: Date): Promise<{ organizationId: string; id: string }[]> {
    return tx.query<{ organizationId: string; id: string }[]>(
      `SELECT endpoint.organization_id AS "organizationId", endpoint.id FROM webhook_endpoints AS endpoint
        WHERE endpoint.deleted_at > $1
          AND EXISTS (SELECT 1 FROM webhook_queue AS queue
                       WHERE queue.organization_id = endpoint.organization_id
                         AND queue.webhook_endpoint_id = endpoint.id
                         AND queue.open AND queue.leased_until IS NULL)`,
      [since],
    );
  }

  /**
   * Returns when the earliest retry is due; the epoch if a delivery can be sent now or is in flight; null if
   * there is none. For the test clock.
   */
  async nextDueAt(tx: Transaction): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }[]>(
      `SELECT CASE WHEN EXISTS (SELECT 1 FROM webhook_queue AS queue
                                  JOIN webhook_endpoints AS endpoint ON endpoint.organization_id = queue.organization_id
                                   AND endpoint.id = queue.webhook_endpoint_id
                                 WHERE queue.stage = 'queued'
                                   AND (queue.leased_until IS NOT NULL
                                        OR endpoint.status = 'active' AND endpoint.deleted_at IS NULL
                                           AND endpoint.secret_lost_at IS NULL))
              THEN 'epoch'::timestamptz
              ELSE (SELECT min(next_attempt_at) FROM webhook_queue WHERE stage = 'waiting') END AS due`,
    );
    return row?.due ?? null;
  }
}
