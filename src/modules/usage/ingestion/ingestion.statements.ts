import type { PreparedStatement } from '../../../platform/database/prepared-statement';
import { TOTAL_ROW } from '../usage-aggregates.statements';
import { EVENT_COLUMNS } from '../usage-event';
import { PERIOD_COLUMNS } from '../usage-period';

/**
 * `$1` organization, `$2` external IDs, `$3` customers. Locks the subscriptions, and with them all of their usage,
 * always in the same order, so that concurrent transactions queue instead of deadlocking.
 */
export const LOCK_SUBSCRIPTIONS: PreparedStatement = {
  name: 'events_lock_meters',
  text: `
    SELECT id, external_id, customer_id, started_at, ended_at, ends_at FROM metered_subscriptions
     WHERE organization_id = $1 AND (external_id = ANY ($2) OR customer_id = ANY ($3))
     ORDER BY id FOR NO KEY UPDATE`,
};

const METRIC_IDS = `ARRAY (SELECT id FROM billable_metrics WHERE organization_id = $1 AND code = ANY ($4))`;

/**
 * `$1` organization, `$2` external IDs, `$3` the earliest relevant instant of each, `$4` codes of metrics. Returns,
 * in time order, the billing periods that end after that instant: one row per aggregate of these metrics, or one row
 * without an aggregate. `charged_metrics` are those of the metrics that the period charges. OFFSET 0 makes each lookup use an index on all columns of its condition. Without it, a plan
 * cached while the tables were empty could use any index that begins with `organization_id`, and scan all of the
 * organization's entries for every row.
 */
export const FIND_PERIODS: PreparedStatement = {
  name: 'events_find_windows',
  text: `
    SELECT period.*, ${TOTAL_ROW}
      FROM unnest($2::text[], $3::timestamptz[]) AS wanted (external_id, low)
     CROSS JOIN LATERAL (
       SELECT id FROM metered_subscriptions
        WHERE organization_id = $1 AND external_id = wanted.external_id OFFSET 0) AS meter
     CROSS JOIN LATERAL (
       SELECT ${PERIOD_COLUMNS}, ARRAY (
                SELECT billable_metric_id FROM charges
                 WHERE organization_id = $1 AND plan_version_id = usage_periods.plan_version_id
                   AND billable_metric_id = ANY (${METRIC_IDS})) AS charged_metrics
         FROM usage_periods
        WHERE organization_id = $1 AND subscription_id = meter.id AND ends_at > wanted.low OFFSET 0) AS period
      LEFT JOIN LATERAL (
       SELECT * FROM usage_totals
        WHERE organization_id = $1 AND period_id = period.id AND billable_metric_id = ANY (${METRIC_IDS}) OFFSET 0
      ) AS total ON true
     ORDER BY period.subscription_id, period.ends_at, period.id`,
};

/** `$1` organization, `$2` transaction IDs. */
export const FIND_BY_TRANSACTION: PreparedStatement = {
  name: 'events_find_by_transaction',
  text: `SELECT ${EVENT_COLUMNS} FROM usage_events WHERE organization_id = $1 AND transaction_id = ANY ($2)`,
};

/**
 * Reserves 4096 sequence numbers, more than one transaction needs, with one row to read instead of one per event.
 * Executed under the locks, so that the numbers of each subscription's events reflect their order of arrival.
 */
export const NEXT_SEQUENCES: PreparedStatement = {
  name: 'events_next_sequences',
  text: `SELECT nextval('usage_events_sequence_seq') AS first`,
};

/**
 * `$5` is a JSON list of the properties. Events with the same values in `$8` to `$16` form a group: each of these
 * parameters has one entry per group, and `$17` is the index of each event's group.
 */
export const INSERT_EVENTS: PreparedStatement = {
  name: 'events_insert',
  text: `
    INSERT INTO usage_events (organization_id, created_at, id, transaction_id, properties, timestamp, sequence,
                              billable_metric_id, code, subscription_id, external_subscription_id, customer_id,
                              external_customer_id, period_id, late, not_charged_reason)
    SELECT $1, $2, id, transaction_id, properties, timestamp, sequence,
           ($8::uuid[])[group_no], ($9::text[])[group_no], ($10::uuid[])[group_no], ($11::text[])[group_no],
           ($12::uuid[])[group_no], ($13::text[])[group_no], ($14::uuid[])[group_no], ($15::boolean[])[group_no],
           ($16::text[])[group_no]
      FROM ROWS FROM (unnest($3::uuid[], $4::text[]), jsonb_array_elements($5::jsonb),
                      unnest($6::timestamptz[], $7::bigint[], $17::int[]))
        AS event (id, transaction_id, properties, timestamp, sequence, group_no)`,
};
