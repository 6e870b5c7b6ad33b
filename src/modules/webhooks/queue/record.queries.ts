import type { PreparedStatement } from '../../../platform/database/prepared-statement';

/**
 * Records successful attempts: attempt rows, queue and counters in one statement. The delivery's state is read from its
 * queue row, so that the worker need not send it.
 *
 * The generation is a fencing number: an outcome is accepted only while the delivery is still leased by the claim that
 * made the attempt. A worker that was frozen past its lease finds a newer generation, and its outcome is a no-op. The
 * counters are updated in key order, so that two workers cannot deadlock; they leave out samples, which have no event.
 *
 * `$12` is the time of the test clock, else null: schedules are on the database's clock.
 */
export const RECORD_DELIVERED: PreparedStatement = {
  name: 'webhooks_record_delivered',
  text: `
    WITH delivered AS (
      DELETE FROM webhook_queue AS queue
       USING unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::timestamptz[], $6::int[], $7::text[], $8::text[],
                    $9::int[], $10::text[], $11::text[])
          AS outcome (organization_id, delivery_id, generation, attempt_id, attempted_at, http_status, response,
                      error_message, duration_ms, request_headers, response_headers)
       WHERE queue.organization_id = outcome.organization_id AND queue.delivery_id = outcome.delivery_id
         AND queue.generation = outcome.generation AND queue.leased_until IS NOT NULL
      RETURNING queue.organization_id, queue.delivery_id, queue.attempts, queue.retries, queue.is_retry,
                queue.last_retried_at, queue.event_id, queue.webhook_endpoint_id, queue.webhook_type,
                (queue.created_at AT TIME ZONE 'UTC')::date AS day, outcome.attempt_id, outcome.attempted_at,
                outcome.http_status, outcome.response, outcome.error_message, outcome.duration_ms,
                outcome.request_headers, outcome.response_headers),
    attempt AS (
      INSERT INTO webhook_attempts (organization_id, delivery_id, attempt_number, id, http_status, response_body,
                                    success, error_message, attempted_at, recorded_at, retries, last_retried_at,
                                    duration_ms, request_headers, response_headers)
      SELECT organization_id, delivery_id, attempts, attempt_id, http_status, response, true, error_message,
             attempted_at, coalesce($12::timestamptz, now()), retries + is_retry::int,
             CASE WHEN is_retry THEN attempted_at ELSE last_retried_at END,
             duration_ms, request_headers, response_headers
        FROM delivered),
    counted AS (
      INSERT INTO webhook_delivery_counts AS counts
             (organization_id, day, webhook_endpoint_id, webhook_type, succeeded)
      SELECT organization_id, day, webhook_endpoint_id, webhook_type, count(*) FROM delivered
       WHERE event_id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, day, webhook_endpoint_id, webhook_type)
      DO UPDATE SET succeeded = counts.succeeded + excluded.succeeded)
    SELECT count(*)::int AS accepted FROM delivered`,
};

/**
 * Records failed attempts in the same way. A delivery whose endpoint has been deleted in the meantime fails for good.
 * `$16` is the time of the test clock, else null.
 */
export const RECORD_FAILED: PreparedStatement = {
  name: 'webhooks_record_failed',
  text: `
    WITH outcome AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::timestamptz[], $6::int[], $7::text[],
                           $8::text[], $9::int[], $10::text[], $11::text[], $12::text[], $13::float8[], $14::int[],
                           $15::int[])
        AS outcome (organization_id, delivery_id, generation, attempt_id, attempted_at, http_status, response,
                    error_message, duration_ms, request_headers, response_headers, stage, delay_seconds, retries, lapses)),
    kept AS (
      UPDATE webhook_queue AS queue
         SET stage = CASE WHEN endpoint.deleted_at IS NOT NULL THEN 'failed' ELSE outcome.stage END,
             open = endpoint.deleted_at IS NULL AND outcome.stage <> 'failed',
             next_attempt_at = coalesce($16::timestamptz, now()) + outcome.delay_seconds * interval '1 second',
             leased_until = NULL, retries = outcome.retries, lapses = outcome.lapses, is_retry = false,
             last_retried_at = CASE WHEN outcome.retries > queue.retries THEN outcome.attempted_at
                                    ELSE queue.last_retried_at END,
             updated_at = coalesce($16::timestamptz, now())
        FROM outcome, webhook_endpoints AS endpoint
       WHERE queue.organization_id = outcome.organization_id AND queue.delivery_id = outcome.delivery_id
         AND queue.generation = outcome.generation AND queue.leased_until IS NOT NULL
         AND endpoint.organization_id = queue.organization_id AND endpoint.id = queue.webhook_endpoint_id
      RETURNING outcome.*, queue.attempts, queue.event_id, queue.webhook_endpoint_id, queue.webhook_type, queue.created_at,
                queue.stage AS status, queue.last_retried_at),
    attempt AS (
      INSERT INTO webhook_attempts (organization_id, delivery_id, attempt_number, id, http_status, response_body,
                                    success, error_message, attempted_at, recorded_at, retries, last_retried_at,
                                    duration_ms, request_headers, response_headers)
      SELECT organization_id, delivery_id, attempts, attempt_id, http_status, response, false, error_message,
             attempted_at, coalesce($16::timestamptz, now()), retries, last_retried_at, duration_ms,
             request_headers, response_headers FROM kept),
    counted AS (
      INSERT INTO webhook_delivery_counts AS counts
             (organization_id, day, webhook_endpoint_id, webhook_type, failed)
      SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, webhook_endpoint_id, webhook_type, count(*)
        FROM kept WHERE status = 'failed' AND event_id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, day, webhook_endpoint_id, webhook_type)
      DO UPDATE SET failed = counts.failed + excluded.failed)
    SELECT count(*)::int AS accepted FROM kept`,
};
