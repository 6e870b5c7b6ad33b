import type { PreparedStatement } from '../../../platform/database/prepared-statement';

/** The parts of a statement that stores messages of inboxes as well. */
interface Additions {
  /** Column of `outcome` and its parameter. */
  column: string;
  parameter: string;
  returned: string;
  statements: string;
}

const NOTHING: Additions = { column: '', parameter: '', returned: '', statements: '' };

/**
 * Stores a message per delivery. The upsert locks the inbox until the commit, so a position becomes visible only after
 * all smaller ones. `$11` are the headers.
 */
const MESSAGES: Additions = {
  column: ', headers',
  parameter: ', $11::text[]',
  returned: ', queue.event_id, outcome.headers',
  statements: `,
    inbox AS (
      INSERT INTO webhook_inboxes AS inbox (organization_id, webhook_endpoint_id, last_position, messages)
      SELECT organization_id, webhook_endpoint_id, count(*), count(*) FROM delivered GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (organization_id, webhook_endpoint_id)
      DO UPDATE SET last_position = inbox.last_position + excluded.messages,
                    messages = inbox.messages + excluded.messages
      RETURNING organization_id, webhook_endpoint_id, last_position),
    message AS (
      INSERT INTO webhook_inbox_messages (organization_id, delivery_id, webhook_endpoint_id, event_id, position,
                                          headers, received_at)
      SELECT organization_id, delivery_id, webhook_endpoint_id, event_id,
             last_position + 1 - row_number() OVER (PARTITION BY organization_id, webhook_endpoint_id
                                                    ORDER BY delivery_id DESC),
             headers::json, coalesce($10::timestamptz, now())
        FROM delivered JOIN inbox USING (organization_id, webhook_endpoint_id))`,
};

/**
 * Records successful attempts: inserts the attempts, deletes the queue rows and updates the counters in one
 * statement. Reads the number of attempts and retries from the queue row, so that the worker need not send
 * them.
 *
 * The generation is a fencing number: an outcome is accepted only while the delivery is still leased by the
 * claim that made the attempt. If a worker was frozen past its lease, the generation has changed, and its
 * outcome is a no-op. The counters are updated in key order, so that two workers cannot deadlock.
 *
 * `$10` is the time of the test clock; null without one, because schedules use the database's clock.
 */
const recordDelivered = ({ column, parameter, returned, statements }: Additions): string => `
    WITH delivered AS (
      DELETE FROM webhook_queue AS queue
       USING unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::timestamptz[], $6::int[], $7::text[], $8::text[],
                    $9::int[]${parameter})
          AS outcome (organization_id, delivery_id, generation, attempt_id, attempted_at, http_status, response,
                      error_message, duration_ms${column})
       WHERE queue.organization_id = outcome.organization_id AND queue.delivery_id = outcome.delivery_id
         AND queue.generation = outcome.generation AND queue.leased_until IS NOT NULL
      RETURNING queue.organization_id, queue.delivery_id, queue.attempts, queue.retries, queue.is_retry,
                queue.last_retried_at, queue.webhook_endpoint_id, queue.webhook_type,
                (queue.created_at AT TIME ZONE 'UTC')::date AS day, outcome.attempt_id, outcome.attempted_at,
                outcome.http_status, outcome.response, outcome.error_message, outcome.duration_ms${returned}),
    attempt AS (
      INSERT INTO webhook_attempts (organization_id, delivery_id, attempt_number, id, http_status, response_body,
                                    success, error_message, attempted_at, recorded_at, retries, last_retried_at,
                                    duration_ms)
      SELECT organization_id, delivery_id, attempts, attempt_id, http_status, response, true, error_message,
             attempted_at, coalesce($10::timestamptz, now()), retries + is_retry::int,
             CASE WHEN is_retry THEN attempted_at ELSE last_retried_at END, duration_ms
        FROM delivered),
    counted AS (
      INSERT INTO webhook_delivery_counts AS counts
             (organization_id, day, webhook_endpoint_id, webhook_type, succeeded)
      SELECT organization_id, day, webhook_endpoint_id, webhook_type, count(*) FROM delivered
       GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, day, webhook_endpoint_id, webhook_type)
      DO UPDATE SET succeeded = counts.succeeded + excluded.succeeded)${statements}
    SELECT count(*)::int AS accepted FROM delivered`;

export const RECORD_DELIVERED: PreparedStatement = {
  name: 'webhooks_record_delivered',
  text: recordDelivered(NOTHING),
};

/** Records successful attempts to inboxes. The message and the attempt are one commit. */
export const RECORD_IN_INBOX: PreparedStatement = {
  name: 'webhooks_record_in_inbox',
  text: recordDelivered(MESSAGES),
};

/**
 * Records failed attempts in the same way, but keeps and updates the queue rows. A delivery whose endpoint
 * has since been deleted fails permanently.
 *
 * `$14` is the time of the test clock; null without one.
 */
export const RECORD_FAILED: PreparedStatement = {
  name: 'webhooks_record_failed',
  text: `
    WITH outcome AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::timestamptz[], $6::int[], $7::text[],
                           $8::text[], $9::int[], $10::text[], $11::float8[], $12::int[], $13::int[])
        AS outcome (organization_id, delivery_id, generation, attempt_id, attempted_at, http_status, response,
                    error_message, duration_ms, stage, delay_seconds, retries, lapses)),
    kept AS (
      UPDATE webhook_queue AS queue
         SET stage = CASE WHEN endpoint.deleted_at IS NOT NULL THEN 'failed' ELSE outcome.stage END,
             open = endpoint.deleted_at IS NULL AND outcome.stage <> 'failed',
             next_attempt_at = coalesce($14::timestamptz, now()) + outcome.delay_seconds * interval '1 second',
             leased_until = NULL, retries = outcome.retries, lapses = outcome.lapses, is_retry = false,
             last_retried_at = CASE WHEN outcome.retries > queue.retries THEN outcome.attempted_at
                                    ELSE queue.last_retried_at END,
             updated_at = coalesce($14::timestamptz, now())
        FROM outcome, webhook_endpoints AS endpoint
       WHERE queue.organization_id = outcome.organization_id AND queue.delivery_id = outcome.delivery_id
         AND queue.generation = outcome.generation AND queue.leased_until IS NOT NULL
         AND endpoint.organization_id = queue.organization_id AND endpoint.id = queue.webhook_endpoint_id
      RETURNING outcome.*, queue.attempts, queue.webhook_endpoint_id, queue.webhook_type, queue.created_at,
                queue.stage AS status, queue.last_retried_at),
    attempt AS (
      INSERT INTO webhook_attempts (organization_id, delivery_id, attempt_number, id, http_status, response_body,
                                    success, error_message, attempted_at, recorded_at, retries, last_retried_at,
                                    duration_ms)
      SELECT organization_id, delivery_id, attempts, attempt_id, http_status, response, false, error_message,
             attempted_at, coalesce($14::timestamptz, now()), retries, last_retried_at, duration_ms FROM kept),
    counted AS (
      INSERT INTO webhook_delivery_counts AS counts
             (organization_id, day, webhook_endpoint_id, webhook_type, failed)
      SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, webhook_endpoint_id, webhook_type, count(*)
        FROM kept WHERE status = 'failed' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, day, webhook_endpoint_id, webhook_type)
      DO UPDATE SET failed = counts.failed + excluded.failed)
    SELECT count(*)::int AS accepted FROM kept`,
};
