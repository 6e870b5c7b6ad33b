import type { PreparedStatement } from '../../../platform/database/prepared-statement';
import { EVENT_COLUMNS } from '../counted-event';
import { PERIOD_COLUMNS } from '../usage-period';

const columnsOf = (table: string, columns: string): string =>
  columns
    .split(/,\s+/)
    .map((it) => `${table}.${it}`)
    .join(', ');

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
 */
export const FIND_WINDOWS: PreparedStatement = {
  name: 'events_find_windows',
  text: `
    SELECT ${columnsOf('period', PERIOD_COLUMNS)}, total.*
      FROM unnest($2::text[], $3::timestamptz[]) AS wanted (external_id, low)
      JOIN metered_subscriptions AS meter ON meter.organization_id = $1 AND meter.external_id = wanted.external_id
      JOIN usage_periods AS period
        ON period.organization_id = $1 AND period.subscription_id = meter.id AND period.ends_at > wanted.low
      LEFT JOIN LATERAL (
        SELECT total.* FROM billable_metrics AS metric
          JOIN usage_totals AS total
            ON total.organization_id = $1 AND total.period_id = period.id AND total.billable_metric_id = metric.id
         WHERE metric.organization_id = $1 AND metric.code = ANY ($4)) AS total ON true
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

/**
 * Events of one place (see Place in ingest.ts) share its values, given once in `$12` to `$16`. `$9` is a JSON list of
 * the properties.
 *
 * Rows are written in the order of the unique key: two transactions with the same transaction ids wait for each
 * other one way only. The second one then fails, and finds the events when it runs again.
 */
export const INSERT_EVENTS: PreparedStatement = {
  name: 'events_insert',
  text: `
    INSERT INTO usage_events (organization_id, created_at, id, transaction_id, code, external_subscription_id,
                              external_customer_id, timestamp, properties, sequence, billable_metric_id,
                              subscription_id, customer_id, period_id, late)
    SELECT $1, $2, id, transaction_id, code, external_subscription_id, external_customer_id, timestamp, properties,
           sequence, ($12::uuid[])[place], ($13::uuid[])[place], ($14::uuid[])[place], ($15::uuid[])[place],
           ($16::boolean[])[place]
      FROM ROWS FROM (unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[]),
                      jsonb_array_elements($9::jsonb), unnest($10::bigint[], $11::int[]))
        AS event (id, transaction_id, code, external_subscription_id, external_customer_id, timestamp, properties,
                  sequence, place)
     ORDER BY transaction_id`,
};
