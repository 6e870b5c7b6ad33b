import type { Transaction } from '../../../platform/database/transactions';
import { payloadsOf } from '../../../platform/outbox/event-payloads';
import type { WebhookDeliveryStatus } from '../webhook-delivery.entity';

/** A delivery as the API returns it. */
export interface WebhookRecord {
  id: string;
  webhookEndpointId: string;
  webhookType: string;
  objectType: string;
  objectId: string;
  /** The delivery body as text. */
  payload: string;
  status: WebhookDeliveryStatus;
  retries: number;
  maxRetries: number;
  lastRetriedAt: Date | null;
  nextAttemptAt: Date | null;
  httpStatus: number | null;
  response: string | null;
  errorMessage: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Without the body of an event, which is read apart: its id does not tell in which partitions the delivery is. */
export interface RecordRow extends Omit<WebhookRecord, 'payload'> {
  eventId: string | null;
  samplePayload: string | null;
}

/** Columns of a delivery, with the joins of `recordJoins`. */
export const RECORD_COLUMNS = `
  delivery.id, delivery.webhook_endpoint_id AS "webhookEndpointId", delivery.webhook_type AS "webhookType",
  delivery.object_type AS "objectType", delivery.object_id AS "objectId",
  delivery.event_id AS "eventId", delivery.sample_payload AS "samplePayload",
  CASE WHEN queue.delivery_id IS NULL THEN 'succeeded' WHEN queue.open THEN 'pending' ELSE 'failed' END AS status,
  coalesce(queue.retries, latest.retries) AS retries, delivery.max_retries AS "maxRetries",
  CASE WHEN queue.delivery_id IS NULL THEN latest.last_retried_at ELSE queue.last_retried_at END AS "lastRetriedAt",
  CASE WHEN queue.open THEN queue.next_attempt_at END AS "nextAttemptAt",
  latest.http_status AS "httpStatus", latest.response_body AS response,
  coalesce(queue.error_message, latest.error_message) AS "errorMessage",
  delivery.created_at AS "createdAt", coalesce(queue.updated_at, latest.recorded_at, delivery.created_at) AS "updatedAt"`;

/**
 * Returns the joins of `delivery` with its state and its last attempt.
 *
 * @param attemptBounds of `attempt.delivery_id`, from which PostgreSQL knows which partitions to leave out
 */
export const recordJoins = (attemptBounds: readonly string[]): string => `
  LEFT JOIN webhook_queue AS queue
    ON queue.organization_id = delivery.organization_id AND queue.delivery_id = delivery.id
  LEFT JOIN LATERAL (
    SELECT * FROM webhook_attempts AS attempt
     WHERE ${['attempt.organization_id = delivery.organization_id', 'attempt.delivery_id = delivery.id', ...attemptBounds].join(' AND ')}
     ORDER BY attempt.attempt_number DESC LIMIT 1) AS latest ON true`;

/** Adds the bodies: a statement with ids alone reads only their partitions. */
export async function withPayloads(
  tx: Transaction,
  organizationId: string,
  rows: readonly RecordRow[],
): Promise<WebhookRecord[]> {
  const ids = rows.flatMap((it) => it.eventId ?? []);
  const payloads = await payloadsOf(tx, organizationId, ids);
  return rows.map(({ eventId, samplePayload, ...row }) => ({
    ...row,
    payload: samplePayload ?? payloads.get(eventId ?? '') ?? '{}', // retention has dropped it meanwhile
  }));
}
