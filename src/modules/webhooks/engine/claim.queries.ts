import type { PreparedStatement } from '../../../platform/database/prepared-statement';
/** The greatest UUID. As a cursor, it skips the remaining endpoints of an organization. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Finds the endpoints after a cursor that have queued deliveries, and whether this worker may serve each of them. Skips
 * through the partial index from endpoint to endpoint (a loose index scan), so the cost depends on the number
 * of endpoints, not on the number of deliveries. After `$5` endpoints of one organization, continues with the
 * next organization.
 */
export const FIND_QUEUES: PreparedStatement = {
  name: 'webhooks_find_lanes',
  text: `
    WITH RECURSIVE ready AS (
      (SELECT organization_id, webhook_endpoint_id, next_attempt_at, 1 AS position, 1 AS nth FROM webhook_queue
        WHERE stage = 'queued' AND leased_until IS NULL
          AND (organization_id, webhook_endpoint_id) > ($1::uuid, $2::uuid)
        ORDER BY organization_id, webhook_endpoint_id LIMIT 1)
      UNION ALL
      SELECT next.organization_id, next.webhook_endpoint_id, next.next_attempt_at, ready.position + 1,
             CASE WHEN next.organization_id = ready.organization_id THEN ready.nth + 1 ELSE 1 END
        FROM ready CROSS JOIN LATERAL (
          SELECT organization_id, webhook_endpoint_id, next_attempt_at FROM webhook_queue
           WHERE stage = 'queued' AND leased_until IS NULL
             AND (organization_id, webhook_endpoint_id) > (ready.organization_id,
                  CASE WHEN ready.nth < $5 THEN ready.webhook_endpoint_id ELSE '${LAST_ID}'::uuid END)
           ORDER BY organization_id, webhook_endpoint_id LIMIT 1) AS next
       WHERE ready.position < $3)
    SELECT ready.organization_id, ready.webhook_endpoint_id,
           endpoint.status = 'active' AND endpoint.deleted_at IS NULL AND endpoint.secret_lost_at IS NULL AS active,
           held.owner IS NULL OR held.owner = $4 OR held.leased_until < now() AS free,
           ready.next_attempt_at < now() - interval '1 second' AS late
      FROM ready
      JOIN webhook_endpoints AS endpoint
        ON endpoint.organization_id = ready.organization_id AND endpoint.id = ready.webhook_endpoint_id
      LEFT JOIN webhook_lanes AS held
        ON held.organization_id = ready.organization_id AND held.webhook_endpoint_id = ready.webhook_endpoint_id
     ORDER BY ready.position`,
};

/**
 * Leases endpoint queues and claims up to a quota of deliveries from each, in one statement. It sets the
 * lease, generation and attempt number of each delivery. An endpoint queue that another worker has leased
 * since the search yields no rows. All leases use the database's clock. The caller sorts the deliveries,
 * because sorting here would copy every payload.
 *
 * Returns a row with the target of each leased queue, and a row for each claimed delivery, so that the target
 * is not repeated for every delivery. `position` is the index of the endpoint queue among the parameters,
 * starting at 1.
 */
export const CLAIM: PreparedStatement = {
  name: 'webhooks_claim',
  text: `
    WITH taken AS (
      INSERT INTO webhook_lanes AS lease
             (organization_id, webhook_endpoint_id, owner, leased_until, check_at, claim_id, claim_leased_until)
      SELECT organization_id, webhook_endpoint_id, $4::uuid, now() + $5 * interval '1 millisecond',
             now() + $6 * interval '1 millisecond', $7::uuid, now() + $6 * interval '1 millisecond'
        FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organization_id, webhook_endpoint_id)
       ORDER BY organization_id, webhook_endpoint_id
      ON CONFLICT (organization_id, webhook_endpoint_id)
      DO UPDATE SET owner = excluded.owner, leased_until = excluded.leased_until,
                    check_at = coalesce(lease.check_at, excluded.check_at),
                    claim_id = excluded.claim_id, claim_leased_until = excluded.claim_leased_until
       WHERE lease.owner = excluded.owner OR lease.leased_until < now()
      RETURNING organization_id, webhook_endpoint_id),
    target AS (
      SELECT array_position($2::uuid[], endpoint.id) AS position, endpoint.organization_id, endpoint.id, endpoint.url,
             endpoint.sealed_secret, endpoint.sealed_previous_secret, endpoint.previous_secret_expires_at,
             endpoint.older_secrets
        FROM taken
        JOIN webhook_endpoints AS endpoint
          ON endpoint.organization_id = taken.organization_id AND endpoint.id = taken.webhook_endpoint_id
         AND endpoint.status = 'active' AND endpoint.deleted_at IS NULL AND endpoint.secret_lost_at IS NULL),
    candidate AS (
      SELECT target.position, queued.row_id
        FROM target CROSS JOIN LATERAL (
         SELECT ctid AS row_id FROM webhook_queue
          WHERE stage = 'queued' AND leased_until IS NULL AND organization_id = target.organization_id
            AND webhook_endpoint_id = target.id
          ORDER BY delivery_id LIMIT ($3::int[])[target.position]) AS queued),
    claimed AS (
      UPDATE webhook_queue AS queue
         SET leased_until = now() + $6 * interval '1 millisecond',
             generation = queue.generation + 1, attempts = queue.attempts + 1
        FROM candidate
       WHERE queue.ctid = candidate.row_id AND queue.stage = 'queued' AND queue.leased_until IS NULL
      RETURNING candidate.position, queue.organization_id, queue.event_id, queue.delivery_id, queue.webhook_type,
                queue.generation, queue.attempts, queue.retries, queue.max_retries, queue.is_retry, queue.lapses)
    SELECT claimed.position, claimed.delivery_id, claimed.webhook_type, claimed.generation, claimed.attempts,
           claimed.retries, claimed.max_retries, claimed.is_retry, claimed.lapses, event.payload, event.sample, NULL AS url,
           NULL AS sealed_secret, NULL AS sealed_previous_secret, NULL::timestamptz AS previous_secret_expires_at,
           NULL::jsonb AS older_secrets
      FROM claimed
      JOIN outbox_events AS event
        ON event.organization_id = claimed.organization_id AND event.id = claimed.event_id
    UNION ALL
    SELECT position, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, url, sealed_secret,
           sealed_previous_secret, previous_secret_expires_at, older_secrets
      FROM target`,
};

/** Extends the leases of endpoint queues that this worker still holds. */
export const RENEW_QUEUE_LEASES: PreparedStatement = {
  name: 'webhooks_renew_lanes',
  text: `
    UPDATE webhook_lanes AS lease SET leased_until = now() + $4 * interval '1 millisecond'
      FROM unnest($1::uuid[], $2::uuid[]) AS mine (organization_id, webhook_endpoint_id)
     WHERE lease.organization_id = mine.organization_id AND lease.webhook_endpoint_id = mine.webhook_endpoint_id
       AND lease.owner = $3`,
};

/** Releases leases of endpoint queues early, so that other workers need not wait for them to expire. */
export const RELEASE_QUEUE_LEASES: PreparedStatement = {
  name: 'webhooks_release_lanes',
  text: `
    UPDATE webhook_lanes AS lease SET leased_until = now() - interval '1 second'
      FROM unnest($1::uuid[], $2::uuid[]) AS mine (organization_id, webhook_endpoint_id)
     WHERE lease.organization_id = mine.organization_id AND lease.webhook_endpoint_id = mine.webhook_endpoint_id
       AND lease.owner = $3`,
};

/**
 * Releases all endpoint queue leases of this worker, at shutdown. Locks them in the same order as a claim.
 */
export const RELEASE_ALL_QUEUE_LEASES: PreparedStatement = {
  name: 'webhooks_release_all_lanes',
  text: `
    WITH mine AS (
      SELECT organization_id, webhook_endpoint_id FROM webhook_lanes WHERE owner = $1
       ORDER BY organization_id, webhook_endpoint_id FOR UPDATE)
    UPDATE webhook_lanes AS lease SET leased_until = now() - interval '1 second'
      FROM mine
     WHERE lease.organization_id = mine.organization_id AND lease.webhook_endpoint_id = mine.webhook_endpoint_id`,
};

/**
 * Releases claimed deliveries whose attempt has not started. The attempt number is reused, the generation is
 * not.
 */
export const RELEASE_CLAIMS: PreparedStatement = {
  name: 'webhooks_release_claims',
  text: `
    UPDATE webhook_queue AS queue
       SET leased_until = NULL, generation = queue.generation + 1, attempts = queue.attempts - 1
      FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS claim (organization_id, delivery_id, generation)
     WHERE queue.organization_id = claim.organization_id AND queue.delivery_id = claim.delivery_id
       AND queue.generation = claim.generation AND queue.leased_until IS NOT NULL`,
};

/**
 * Releases deliveries claimed by a statement whose response was lost. It considers only endpoint queues that
 * have not been claimed from since. Of their deliveries, it releases those with exactly the lease that the
 * claim set, at most as many as the claim requested. It misses deliveries that the claim commits while this
 * statement runs; their leases expire.
 */
export const RELEASE_LOST_CLAIM: PreparedStatement = {
  name: 'webhooks_release_unanswered',
  text: `
    WITH claimed AS (
      SELECT organization_id, webhook_endpoint_id, wanted.quota, claim_leased_until
        FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS wanted (organization_id, webhook_endpoint_id, quota)
        JOIN webhook_lanes USING (organization_id, webhook_endpoint_id)
       WHERE claim_id = $4),
    lost AS (
      SELECT leased.row_id, leased.leased_until
        FROM claimed CROSS JOIN LATERAL (
         SELECT ctid AS row_id, leased_until FROM webhook_queue
          WHERE stage = 'queued' AND leased_until = claimed.claim_leased_until
            AND organization_id = claimed.organization_id AND webhook_endpoint_id = claimed.webhook_endpoint_id
          ORDER BY delivery_id LIMIT claimed.quota) AS leased)
    UPDATE webhook_queue AS queue
       SET leased_until = NULL, generation = queue.generation + 1, attempts = queue.attempts - 1
      FROM lost
     WHERE queue.ctid = lost.row_id AND queue.stage = 'queued' AND queue.leased_until = lost.leased_until`,
};

/**
 * Finds deliveries with an expired lease, whose worker was lost. To keep claims cheap, no index contains
 * delivery leases. So this statement examines an endpoint queue once one of its delivery leases may have
 * expired (`check_at`). It may miss a concurrent claim, but the lease of that claim expires after the new
 * `check_at`. A queue that no worker has held for the duration of a delivery lease contains no leases, and is
 * skipped until its next claim.
 */
export const FIND_EXPIRED_LEASES: PreparedStatement = {
  name: 'webhooks_find_lapsed',
  text: `
    WITH due AS (
      SELECT organization_id, webhook_endpoint_id FROM webhook_lanes
       WHERE check_at < now() ORDER BY check_at LIMIT 200 FOR UPDATE SKIP LOCKED),
    leased AS MATERIALIZED (
      SELECT queue.* FROM due
        JOIN webhook_queue AS queue USING (organization_id, webhook_endpoint_id)
       WHERE queue.stage = 'queued' AND queue.leased_until IS NOT NULL),
    checked AS (
      UPDATE webhook_lanes AS lease
         SET check_at = coalesce(
               (SELECT min(leased_until) FROM leased
                 WHERE leased.organization_id = lease.organization_id
                   AND leased.webhook_endpoint_id = lease.webhook_endpoint_id),
               CASE WHEN lease.leased_until > now() - $1 * interval '1 millisecond'
                    THEN now() + $1 * interval '1 millisecond' END)
        FROM due
       WHERE lease.organization_id = due.organization_id AND lease.webhook_endpoint_id = due.webhook_endpoint_id)
    SELECT organization_id, delivery_id, generation, retries, max_retries, is_retry, lapses, leased_until
      FROM leased WHERE leased_until < now() ORDER BY leased_until LIMIT 500`,
};
