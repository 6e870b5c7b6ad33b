import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** Number of events that one statement examines. */
const BATCH = 500;

/** The last event of the previous batch. Events are ordered by creation time. */
export interface RetentionCursor {
  createdAt: Date;
  organizationId: string;
  id: string;
}

export interface RetentionBatch {
  removed: number;
  /** Where the next batch begins; null if this was the last one. */
  next: RetentionCursor | null;
}

/** Sorts before every event. */
export const BEGINNING: RetentionCursor = {
  createdAt: new Date(0),
  organizationId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

/**
 * Examines the next old events and deletes those without pending deliveries, together with their deliveries
 * and attempts. The batch size limits how many events are examined, not how many are deleted: an inactive
 * endpoint may keep a million of them. The counters of these deliveries are decreased, so that counts
 * keep matching lists.
 *
 * If a failed delivery is retried manually during the statement, its row remains in the queue. The foreign
 * key of that row then fails the batch, and the next run skips the event.
 */
const DELETE_EVENTS = `
  WITH seen AS (
    SELECT organization_id, id, object_id, created_at FROM outbox_events
     WHERE created_at < $1 AND (created_at, organization_id, id) > ($3::timestamptz, $4::uuid, $5::uuid)
     ORDER BY created_at, organization_id, id LIMIT $2),
  old AS (
    SELECT event.organization_id, event.id, event.object_id
      FROM seen JOIN outbox_events AS event ON event.organization_id = seen.organization_id AND event.id = seen.id
     WHERE NOT EXISTS (SELECT 1 FROM webhook_deliveries AS delivery
                         JOIN webhook_queue AS queue ON queue.organization_id = delivery.organization_id
                          AND queue.delivery_id = delivery.id AND queue.open
                        WHERE delivery.organization_id = event.organization_id AND delivery.object_id = event.object_id
                          AND delivery.event_id = event.id)
       FOR UPDATE OF event SKIP LOCKED),
  delivery AS (
    SELECT delivery.organization_id, delivery.id, delivery.webhook_endpoint_id, delivery.webhook_type,
           delivery.created_at, queue.delivery_id IS NULL AS succeeded
      FROM webhook_deliveries AS delivery
      JOIN old ON old.organization_id = delivery.organization_id AND old.object_id = delivery.object_id
       AND old.id = delivery.event_id
      LEFT JOIN webhook_queue AS queue
        ON queue.organization_id = delivery.organization_id AND queue.delivery_id = delivery.id),
  attempts AS (
    DELETE FROM webhook_attempts AS attempt USING delivery
     WHERE attempt.organization_id = delivery.organization_id AND attempt.delivery_id = delivery.id),
  messages AS (
    DELETE FROM webhook_inbox_messages AS message USING delivery
     WHERE message.organization_id = delivery.organization_id AND message.delivery_id = delivery.id
    RETURNING message.organization_id, message.webhook_endpoint_id),
  inboxes AS (
    UPDATE webhook_inboxes AS inbox SET messages = inbox.messages - gone.messages
      FROM (SELECT organization_id, webhook_endpoint_id, count(*) AS messages FROM messages GROUP BY 1, 2) AS gone
     WHERE inbox.organization_id = gone.organization_id AND inbox.webhook_endpoint_id = gone.webhook_endpoint_id),
  queued AS (
    DELETE FROM webhook_queue AS queue USING delivery
     WHERE queue.organization_id = delivery.organization_id AND queue.delivery_id = delivery.id AND NOT queue.open),
  deliveries AS (
    DELETE FROM webhook_deliveries AS gone USING delivery
     WHERE gone.organization_id = delivery.organization_id AND gone.id = delivery.id),
  events AS (
    DELETE FROM outbox_events AS event USING old
     WHERE event.organization_id = old.organization_id AND event.id = old.id
    RETURNING event.id),
  gone AS (
    SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date AS day, webhook_endpoint_id, webhook_type,
           count(*) FILTER (WHERE succeeded) AS succeeded, count(*) FILTER (WHERE NOT succeeded) AS failed
      FROM delivery GROUP BY 1, 2, 3, 4),
  counted AS (
    UPDATE webhook_delivery_counts AS counts
       SET succeeded = counts.succeeded - gone.succeeded, failed = counts.failed - gone.failed
      FROM gone
     WHERE counts.organization_id = gone.organization_id AND counts.day = gone.day
       AND counts.webhook_endpoint_id = gone.webhook_endpoint_id
       AND counts.webhook_type = gone.webhook_type)
  SELECT done.removed, last.created_at, last.organization_id, last.id
    FROM (SELECT count(*)::int AS removed FROM events) AS done
    LEFT JOIN (SELECT * FROM seen ORDER BY created_at, organization_id, id OFFSET $2 - 1) AS last ON true`;

interface BatchRow {
  removed: number;
  created_at: Date | null;
  organization_id: string;
  id: string;
}

/** Deletes expired data of all organizations. */
@Injectable()
export class RetentionRepository {
  /**
   * @param before deletes only events created before this time
   * @param after where the previous batch ended
   */
  async deleteEventsBefore(tx: Transaction, before: Date, after: RetentionCursor): Promise<RetentionBatch> {
    const values = [before, BATCH, after.createdAt, after.organizationId, after.id];
    const [row] = await tx.query<[BatchRow]>(DELETE_EVENTS, values);
    const { removed, created_at: last } = row;
    return {
      removed,
      next: last === null ? null : { createdAt: last, organizationId: row.organization_id, id: row.id },
    };
  }

  /**
   * Deletes history of selected event kinds that reconciliation no longer needs: periods that ended before
   * `before` and before the oldest event of their organization. Adds a margin of one day, far longer than any
   * transaction takes.
   */
  async deleteSubscriptionsBefore(tx: Transaction, before: Date): Promise<void> {
    await tx.query(
      `DELETE FROM webhook_endpoint_subscriptions AS span
        WHERE ends_at < $1::timestamptz - interval '1 day'
          AND NOT EXISTS (
            SELECT 1 FROM (SELECT created_at FROM outbox_events AS event
                            WHERE event.organization_id = span.organization_id ORDER BY event.id LIMIT 1) AS oldest
             WHERE oldest.created_at < span.ends_at + interval '1 day')`,
      [before],
    );
  }

  /** Deletes the zero counters of all days up to `before`. */
  async deleteEmptyCounts(tx: Transaction, before: Date): Promise<void> {
    await tx.query(
      `DELETE FROM webhook_delivery_counts WHERE day <= ($1::timestamptz AT TIME ZONE 'UTC')::date
          AND succeeded = 0 AND failed = 0`,
      [before],
    );
  }
}
