import type { PreparedStatement } from './delivery-database';

/**
 * Writes what attempts came to: attempt rows, the queue and the counters, in one statement.
 *
 * The generation is the fence: an outcome is taken only while the delivery is still leased under the claim
 * that made it. A worker that was frozen past its lease finds another generation and changes nothing. An
 * endpoint deleted meanwhile ends the delivery. The counters are taken in key order, so that two workers
 * cannot wait for each other there.
 *
 * `$14` is the moved time of a test environment, else null: schedules are on the database's clock.
 */
export const RECORD: PreparedStatement = {
  name: 'webhooks_record',
  text: `
    WITH outcome AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::timestamptz[], $6::int[], $7::text[],
                           $8::boolean[], $9::text[], $10::text[], $11::float8[], $12::int[], $13::int[], $15::uuid[])
        AS outcome (organization_id, delivery_id, generation, attempt_number, attempted_at, http_status, response,
                    success, error_message, stage, delay_seconds, retries, lapses, attempt_id)),
    delivered AS (
      DELETE FROM webhook_queue AS queue USING outcome
       WHERE queue.organization_id = outcome.organization_id AND queue.delivery_id = outcome.delivery_id
         AND queue.generation = outcome.generation AND queue.leased_until IS NOT NULL AND outcome.stage = 'done'
      RETURNING outcome.*, queue.webhook_endpoint_id, queue.webhook_type, queue.created_at, 'done' AS status,
                CASE WHEN outcome.retries > queue.retries THEN outcome.attempted_at
                     ELSE queue.last_retried_at END AS last_retried_at),
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
         AND queue.generation = outcome.generation AND queue.leased_until IS NOT NULL AND outcome.stage <> 'done'
         AND endpoint.organization_id = queue.organization_id AND endpoint.id = queue.webhook_endpoint_id
      RETURNING outcome.*, queue.webhook_endpoint_id, queue.webhook_type, queue.created_at, queue.stage AS status,
                queue.last_retried_at),
    accepted AS (SELECT * FROM delivered UNION ALL SELECT * FROM kept),
    attempt AS (
      INSERT INTO webhook_attempts (organization_id, delivery_id, attempt_number, id, http_status, response_body,
                                    success, error_message, attempted_at, recorded_at, retries, last_retried_at)
      SELECT organization_id, delivery_id, attempt_number, attempt_id, http_status, response, success,
             error_message, attempted_at, coalesce($14::timestamptz, now()), retries, last_retried_at FROM accepted),
    counted AS (
      INSERT INTO webhook_delivery_counts AS counts
             (organization_id, day, webhook_endpoint_id, webhook_type, succeeded, failed)
      SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, webhook_endpoint_id, webhook_type,
             count(*) FILTER (WHERE status = 'done'), count(*) FILTER (WHERE status = 'failed')
        FROM accepted WHERE status IN ('done', 'failed')
       GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, day, webhook_endpoint_id, webhook_type)
      DO UPDATE SET succeeded = counts.succeeded + excluded.succeeded, failed = counts.failed + excluded.failed)
    SELECT count(*)::int AS accepted FROM accepted`,
};
