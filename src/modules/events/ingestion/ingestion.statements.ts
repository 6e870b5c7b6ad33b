import type { PreparedStatement } from '../../../platform/database/prepared-statement';
import { EVENT_COLUMNS } from '../counted-event';
import { PERIOD_COLUMNS } from '../usage-period';

/**
 * `$1` organization, `$2` external ids, `$3` customers. The lock under which everything about the subscriptions'
 * usage is decided; taken in one order, so that two transactions never wait for each other crosswise.
 */
export const LOCK_METERS: PreparedStatement = {
  name: 'events_lock_meters',
  text: `
    SELECT id, external_id, customer_id, started_at, ended_at FROM metered_subscriptions
     WHERE organization_id = $1 AND (external_id = ANY ($2) OR customer_id = ANY ($3))
     ORDER BY id FOR NO KEY UPDATE`,
};

/**
 * `$1` organization, `$2` external ids, `$3` for each the earliest instant that matters, `$4` codes of metrics. In
 * the order of time, the windows from the first one on that ends after that instant; each once for every aggregate
 * of these metrics, or once without.
 *
 * OFFSET 0 keeps each look-up to indexes that have all its columns: a plan made while the tables were empty would
 * take any index of the organization, and read all of it for every row.
 */
export const FIND_WINDOWS: PreparedStatement = {
  name: 'events_find_windows',
  text: `
    SELECT period.*, total.*
      FROM unnest($2::text[], $3::timestamptz[]) AS wanted (external_id, low)
     CROSS JOIN LATERAL (
       SELECT id FROM metered_subscriptions
        WHERE organization_id = $1 AND external_id = wanted.external_id OFFSET 0) AS meter
     CROSS JOIN LATERAL (
       SELECT ${PERIOD_COLUMNS} FROM usage_periods
        WHERE organization_id = $1 AND subscription_id = meter.id AND ends_at > wanted.low OFFSET 0) AS period
      LEFT JOIN LATERAL (
       SELECT * FROM usage_totals
        WHERE organization_id = $1 AND period_id = period.id
          AND billable_metric_id = ANY (ARRAY (
                SELECT id FROM billable_metrics WHERE organization_id = $1 AND code = ANY ($4))) OFFSET 0) AS total
        ON true
     ORDER BY period.subscription_id, period.ends_at, period.id`,
};

/** `$1` organization, `$2` transaction ids. */
export const FIND_BY_TRANSACTION: PreparedStatement = {
  name: 'events_find_by_transaction',
  text: `SELECT ${EVENT_COLUMNS} FROM usage_events WHERE organization_id = $1 AND transaction_id = ANY ($2)`,
};

/**
 * The first of 4096 sequences: more than a transaction stores events, and one row to read instead of one for each.
 * Asked for under the locks, so that they are the order of arrival of each subscription's events.
 */
export const NEXT_SEQUENCES: PreparedStatement = {
  name: 'events_next_sequences',
  text: `SELECT nextval('usage_events_sequence_seq') AS first`,
};

/** `$5` is a JSON list of the properties. Events of one place share its values, given once in `$8` to `$15`. */
export const INSERT_EVENTS: PreparedStatement = {
  name: 'events_insert',
  text: `
    INSERT INTO usage_events (organization_id, created_at, id, transaction_id, properties, timestamp, sequence,
                              billable_metric_id, code, subscription_id, external_subscription_id, customer_id,
                              external_customer_id, period_id, late)
    SELECT $1, $2, id, transaction_id, properties, timestamp, sequence,
           ($8::uuid[])[place], ($9::text[])[place], ($10::uuid[])[place], ($11::text[])[place],
           ($12::uuid[])[place], ($13::text[])[place], ($14::uuid[])[place], ($15::boolean[])[place]
      FROM ROWS FROM (unnest($3::uuid[], $4::text[]), jsonb_array_elements($5::jsonb),
                      unnest($6::timestamptz[], $7::bigint[], $16::int[]))
        AS event (id, transaction_id, properties, timestamp, sequence, place)`,
};
