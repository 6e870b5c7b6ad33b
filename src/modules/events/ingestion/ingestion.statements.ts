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

/** `$1` organization, `$2` subscriptions, `$3` for each the earliest instant that matters. In the order of time. */
export const FIND_PERIODS: PreparedStatement = {
  name: 'events_find_periods',
  text: `
    SELECT ${PERIOD_COLUMNS.split(', ')
      .map((it) => `period.${it}`)
      .join(', ')}
      FROM unnest($2::uuid[], $3::timestamptz[]) AS wanted (wanted_id, low)
      JOIN usage_periods AS period
        ON period.organization_id = $1 AND period.subscription_id = wanted_id AND period.ends_at > wanted.low
     ORDER BY period.subscription_id, period.ends_at`,
};

/**
 * Sequence numbers are given in the order of arrival (the inner query), rows are written in the order of the unique
 * key: two transactions with the same transaction ids wait for each other one way only.
 */
export const INSERT_EVENTS: PreparedStatement = {
  name: 'events_insert',
  text: `
    INSERT INTO usage_events (organization_id, created_at, id, transaction_id, code, billable_metric_id,
                              subscription_id, customer_id, external_subscription_id, external_customer_id, timestamp,
                              properties, period_id, late, sequence)
    SELECT $1, $2, id, transaction_id, code, billable_metric_id, subscription_id, customer_id,
           external_subscription_id, external_customer_id, timestamp, properties, period_id, late, sequence
      FROM (SELECT *, nextval('usage_events_sequence_seq') AS sequence
              FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::uuid[], $9::text[],
                          $10::text[], $11::timestamptz[], $12::jsonb[], $13::uuid[], $14::boolean[])
                AS event (id, transaction_id, code, billable_metric_id, subscription_id, customer_id,
                          external_subscription_id, external_customer_id, timestamp, properties, period_id, late))
           AS arrived
     ORDER BY transaction_id
    ON CONFLICT (organization_id, transaction_id) DO NOTHING
    RETURNING id, sequence`,
};

/** `$1` organization, `$2` transaction ids. */
export const FIND_BY_TRANSACTION: PreparedStatement = {
  name: 'events_find_by_transaction',
  text: `SELECT ${EVENT_COLUMNS} FROM usage_events WHERE organization_id = $1 AND transaction_id = ANY ($2)`,
};
