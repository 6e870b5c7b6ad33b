import { atWork, notMoving } from '../../../platform/cells/held-organizations';
import type { PreparedStatement } from '../../../platform/database/prepared-statement';

/** The smallest UUID. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** The greatest UUID: every id sorts before it. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Lists the endpoint queues that are not empty, after a cursor, and whether this worker may serve them. Walks the
 * partial index from endpoint to endpoint (a loose index scan), so its cost grows with the number of endpoints, not of
 * deliveries: ten thousand deliveries queued for one endpoint are one step. After `$5` endpoints of one organization the
 * walk skips to the next organization.
 *
 * The table `webhook_lanes` holds the queue leases: which worker serves an endpoint, and until when.
 */
export const FIND_QUEUES: PreparedStatement = {
  name: 'webhooks_find_queues',
  text: `
    WITH RECURSIVE found AS (
      (SELECT organization_id, webhook_endpoint_id, next_attempt_at, 1 AS position, 1 AS nth FROM webhook_queue
        WHERE stage = 'queued' AND leased_until IS NULL
          AND (organization_id, webhook_endpoint_id) > ($1::uuid, $2::uuid)
        ORDER BY organization_id, webhook_endpoint_id LIMIT 1)
      UNION ALL
      SELECT next.organization_id, next.webhook_endpoint_id, next.next_attempt_at, found.position + 1,
             CASE WHEN next.organization_id = found.organization_id THEN found.nth + 1 ELSE 1 END
        FROM found CROSS JOIN LATERAL (
          SELECT organization_id, webhook_endpoint_id, next_attempt_at FROM webhook_queue
           WHERE stage = 'queued' AND leased_until IS NULL
             AND (organization_id, webhook_endpoint_id) > (found.organization_id,
                  CASE WHEN found.nth < $5 THEN found.webhook_endpoint_id ELSE '${LAST_ID}'::uuid END)
           ORDER BY organization_id, webhook_endpoint_id LIMIT 1) AS next
       WHERE found.position < $3)
    SELECT found.organization_id, found.webhook_endpoint_id,
           endpoint.status = 'active' AND endpoint.deleted_at IS NULL AND ${atWork('organization')} AS active,
           lease.owner IS NULL OR lease.owner = $4 OR lease.leased_until < now() AS free,
           found.next_attempt_at < now() - interval '1 second' AS late
      FROM found
      JOIN webhook_endpoints AS endpoint
        ON endpoint.organization_id = found.organization_id AND endpoint.id = found.webhook_endpoint_id
      JOIN organizations AS organization ON organization.id = found.organization_id
      LEFT JOIN webhook_lanes AS lease
        ON lease.organization_id = found.organization_id AND lease.webhook_endpoint_id = found.webhook_endpoint_id
     ORDER BY found.position`,
};

/**
 * Leases the queues of endpoints and claims up to a quota of deliveries from each: delivery lease, generation and
 * attempt number in one statement. A queue that another worker has leased in the meantime yields nothing. All leases
 * are on the database's clock. The caller sorts the deliveries: sorting here would copy every payload.
 *
 * Returns two kinds of rows, so that what an endpoint's deliveries share is sent once: one row for the target of each
 * leased queue (without a delivery), and one for each claimed delivery. `endpoint` is the position among the
 * parameters, from 1. The body is that of a recent event, in ids from `$8` to before `$9`, so that a claim reads few
 * partitions; others are left to `FIND_PAYLOADS`. It is a subquery, because of a join with many partitions PostgreSQL may
 * read all their events, rather than look into each for every delivery.
 */
export const CLAIM: PreparedStatement = {
  name: 'webhooks_claim',
  text: `
    WITH leased AS (
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
      SELECT array_position($2::uuid[], endpoint.id) AS endpoint, endpoint.organization_id, endpoint.id, endpoint.url,
             endpoint.signature_algo, endpoint.sealed_secret, endpoint.sealed_previous_secret, endpoint.previous_secret_expires_at,
             (SELECT json_agg(json_build_object('sealed', sealed_secret, 'expiresAt', expires_at) ORDER BY earlier.id DESC)
                FROM webhook_endpoint_earlier_secrets AS earlier
               WHERE earlier.organization_id = endpoint.organization_id AND earlier.webhook_endpoint_id = endpoint.id)
               AS earlier_secrets
        FROM leased
        JOIN webhook_endpoints AS endpoint
          ON endpoint.organization_id = leased.organization_id AND endpoint.id = leased.webhook_endpoint_id
         AND endpoint.status = 'active' AND endpoint.deleted_at IS NULL
        JOIN organizations AS organization
          ON organization.id = leased.organization_id AND ${atWork('organization')}),
    candidate AS (
      SELECT target.endpoint, queued.row_id
        FROM target CROSS JOIN LATERAL (
         SELECT ctid AS row_id FROM webhook_queue
          WHERE stage = 'queued' AND leased_until IS NULL AND organization_id = target.organization_id
            AND webhook_endpoint_id = target.id
          ORDER BY delivery_id LIMIT ($3::int[])[target.endpoint]) AS queued),
    claimed AS (
      UPDATE webhook_queue AS queue
         SET leased_until = now() + $6 * interval '1 millisecond',
             generation = queue.generation + 1, attempts = queue.attempts + 1
        FROM candidate
       WHERE queue.ctid = candidate.row_id AND queue.stage = 'queued' AND queue.leased_until IS NULL
      RETURNING candidate.endpoint, queue.organization_id, queue.event_id, queue.delivery_id, queue.webhook_type,
                queue.generation, queue.attempts, queue.retries, queue.max_retries, queue.is_retry, queue.lapses)
    SELECT claimed.endpoint, claimed.delivery_id, claimed.event_id, claimed.webhook_type, claimed.generation,
           claimed.attempts, claimed.retries, claimed.max_retries, claimed.is_retry, claimed.lapses,
           (SELECT event.payload FROM outbox_events AS event
             WHERE event.organization_id = claimed.organization_id AND event.id = claimed.event_id
               AND event.id >= $8::uuid AND event.id < $9::uuid) AS payload,
           NULL AS url,
           NULL AS signature_algo, NULL AS sealed_secret, NULL AS sealed_previous_secret, NULL::timestamptz AS previous_secret_expires_at,
           NULL::json AS earlier_secrets
      FROM claimed
    UNION ALL
    SELECT endpoint, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, url, signature_algo, sealed_secret,
           sealed_previous_secret, previous_secret_expires_at, earlier_secrets
      FROM target`,
};

/**
 * Finds the bodies of deliveries that a claim left out: of old events, with ids from `$4` to `$5`, and of samples, with ids
 * from `$6` to `$7`. The bounds are those of the ids asked for, from which PostgreSQL knows which partitions to leave out.
 */
export const FIND_PAYLOADS: PreparedStatement = {
  name: 'webhooks_find_payloads',
  text: `
    SELECT wanted.delivery_id,
           CASE WHEN wanted.event_id IS NULL
           THEN (SELECT sample.sample_payload FROM webhook_deliveries AS sample
                  WHERE sample.organization_id = wanted.organization_id AND sample.id = wanted.delivery_id
                    AND sample.id >= $6::uuid AND sample.id <= $7::uuid)
           ELSE (SELECT event.payload FROM outbox_events AS event
                  WHERE event.organization_id = wanted.organization_id AND event.id = wanted.event_id
                    AND event.id >= $4::uuid AND event.id <= $5::uuid) END AS payload
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS wanted (organization_id, delivery_id, event_id)`,
};

/** Renews the queue leases of this worker. */
export const RENEW_QUEUES: PreparedStatement = {
  name: 'webhooks_renew_queues',
  text: `
    UPDATE webhook_lanes AS lease SET leased_until = now() + $4 * interval '1 millisecond'
      FROM unnest($1::uuid[], $2::uuid[]) AS mine (organization_id, webhook_endpoint_id)
     WHERE lease.organization_id = mine.organization_id AND lease.webhook_endpoint_id = mine.webhook_endpoint_id
       AND lease.owner = $3`,
};

/** Ends queue leases of this worker, so that another worker need not wait until they expire. */
export const RELEASE_QUEUES: PreparedStatement = {
  name: 'webhooks_release_queues',
  text: `
    UPDATE webhook_lanes AS lease SET leased_until = now() - interval '1 second'
      FROM unnest($1::uuid[], $2::uuid[]) AS mine (organization_id, webhook_endpoint_id)
     WHERE lease.organization_id = mine.organization_id AND lease.webhook_endpoint_id = mine.webhook_endpoint_id
       AND lease.owner = $3`,
};

/** Ends every queue lease of this worker when it shuts down. Lock order: by key, as in a claim. */
export const RELEASE_ALL_QUEUES: PreparedStatement = {
  name: 'webhooks_release_all_queues',
  text: `
    WITH mine AS (
      SELECT organization_id, webhook_endpoint_id FROM webhook_lanes WHERE owner = $1
       ORDER BY organization_id, webhook_endpoint_id FOR UPDATE)
    UPDATE webhook_lanes AS lease SET leased_until = now() - interval '1 second'
      FROM mine
     WHERE lease.organization_id = mine.organization_id AND lease.webhook_endpoint_id = mine.webhook_endpoint_id`,
};

/** Releases claims whose attempt has not started. The attempt number is reused; the generation is not. */
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
 * Releases deliveries claimed by a statement whose response was lost. They are those with the delivery lease that the
 * claim left in the queue lease, at most its quota, in queues from which nobody has claimed since. A claim that commits
 * while this runs is not seen; its leases expire.
 */
export const RELEASE_LOST_CLAIM: PreparedStatement = {
  name: 'webhooks_release_lost_claim',
  text: `
    WITH claim AS (
      SELECT organization_id, webhook_endpoint_id, wanted.quota, claim_leased_until
        FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS wanted (organization_id, webhook_endpoint_id, quota)
        JOIN webhook_lanes USING (organization_id, webhook_endpoint_id)
       WHERE claim_id = $4),
    lost AS (
      SELECT leased.row_id, leased.leased_until
        FROM claim CROSS JOIN LATERAL (
         SELECT ctid AS row_id, leased_until FROM webhook_queue
          WHERE stage = 'queued' AND leased_until = claim.claim_leased_until
            AND organization_id = claim.organization_id AND webhook_endpoint_id = claim.webhook_endpoint_id
          ORDER BY delivery_id LIMIT claim.quota) AS leased)
    UPDATE webhook_queue AS queue
       SET leased_until = NULL, generation = queue.generation + 1, attempts = queue.attempts - 1
      FROM lost
     WHERE queue.ctid = lost.row_id AND queue.stage = 'queued' AND queue.leased_until = lost.leased_until`,
};

/**
 * Finds deliveries whose lease has expired: their worker was lost. No index covers delivery leases, because every claim
 * would have to update it; so the search goes queue by queue, from the earliest time at which a lease of the queue can
 * expire (`check_at`). A lease that is taken while this runs, unseen by it, expires after the new `check_at`. A queue
 * without a claim for the length of a lease gets no `check_at` and is skipped until its next claim.
 */
export const FIND_EXPIRED: PreparedStatement = {
  name: 'webhooks_find_expired',
  text: `
    WITH due AS (
      SELECT organization_id, webhook_endpoint_id FROM webhook_lanes
       WHERE check_at < now() AND ${notMoving('webhook_lanes')} ORDER BY check_at LIMIT 200 FOR UPDATE SKIP LOCKED),
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
