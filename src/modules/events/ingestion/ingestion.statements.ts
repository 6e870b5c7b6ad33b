import type { PreparedStatement } from '../../../platform/database/prepared-statement';
import { PERIOD_COLUMNS } from '../metering/usage-period';
import { USAGE_EVENT_COLUMNS } from '../usage-event';

/**
 * `$1` organization, `$2` external ids, `$3` customers. Locks the subscriptions under which everything about their
 * usage is decided. Always in the order of their ids, so that concurrent transactions queue instead of deadlocking.
 */
export const LOCK_SUBSCRIPTIONS: PreparedStatement = {
  name: 'events_lock_subscriptions',
  text: `
    SELECT id, external_id, customer_id, started_at, ended_at FROM metered_subscriptions
     WHERE organization_id = $1 AND (external_id = ANY ($2) OR customer_id = ANY ($3))
     ORDER BY id FOR NO KEY UPDATE`,
};

/**
 * `$1` organization, `$2` external ids of subscriptions, `$3` the earliest timestamp of each, `$4` codes of metrics.
 * Selects, in order of time, each subscription's billing periods that end after its timestamp: one row for each
 * aggregate of these metrics, or one row without.
 *
 * OFFSET 0 keeps the planner to the index with all the columns of each look-up. A plan made while the tables were
 * empty would use any index of the organization and read all of it for every row.
 */
export const FIND_PERIODS: PreparedStatement = {
  name: 'events_find_periods',
  text: `
    SELECT period.*, total.*
      FROM unnest($2::text[], $3::timestamptz[]) AS wanted (external_id, earliest)
     CROSS JOIN LATERAL (
       SELECT id FROM metered_subscriptions
        WHERE organization_id = $1 AND external_id = wanted.external_id OFFSET 0) AS subscription
     CROSS JOIN LATERAL (
       SELECT ${PERIOD_COLUMNS} FROM usage_periods
        WHERE organization_id = $1 AND subscription_id = subscription.id AND ends_at > wanted.earliest
       OFFSET 0) AS period
      LEFT JOIN LATERAL (
       SELECT * FROM usage_totals
        WHERE organization_id = $1 AND period_id = period.id
          AND billable_metric_id = ANY (ARRAY (
                SELECT id FROM billable_metrics WHERE organization_id = $1 AND code = ANY ($4))) OFFSET 0) AS total
        ON true
     ORDER BY period.subscription_id, period.ends_at, period.id`,
};

/** `$1` organization, `$2` transaction ids. Returns the ids of the events that have them. */
export const FIND_KEYS: PreparedStatement = {
  name: 'events_find_keys',
  text: `
    SELECT event_id FROM usage_event_keys
     WHERE organization_id = $1
       AND transaction_hash = ANY (ARRAY (SELECT usage_transaction_hash(it) FROM unnest($2::text[]) AS it))`,
};

/**
 * `$1` organization, `$2` ids of events. Not prepared, so that it is planned for these ids, and leaves out partitions
 * without them.
 */
export const FIND_STORED: PreparedStatement = {
  name: '',
  text: `SELECT ${USAGE_EVENT_COLUMNS} FROM usage_events WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
};

/**
 * Reserves 4096 sequence numbers, more than one transaction needs, with one row to read instead of one per event.
 * Executed under the locks, so that they reflect the order of arrival of each subscription's events.
 */
export const NEXT_SEQUENCES: PreparedStatement = {
  name: 'events_next_sequences',
  text: `SELECT nextval('usage_events_sequence_seq') AS first`,
};

/** The keys come with the events, so the trigger for earlier releases need not add them. */
export const KEYS_ARE_WRITTEN: PreparedStatement = {
  name: 'events_keys_are_written',
  text: `SELECT set_config('billing.usage_event_keys', 'written', true)`,
};

/**
 * Inserts events and their keys (docs/decisions.md#usage-event-keys): the keys in the order of their transaction ids, so
 * that transactions with the same ones queue instead of deadlocking; the events in the order of their ids, in which
 * indexes take the least space.
 *
 * `$5` is a JSON list of the properties. `$8` to `$15` and `$17` are the columns that events share, one value for each
 * group; `$16` is the number of each event's group.
 */
export const INSERT_EVENTS: PreparedStatement = {
  name: 'events_insert',
  text: `
    WITH event AS MATERIALIZED (
      SELECT *, ($9::text[])[group_number] AS code, ($11::text[])[group_number] AS external_subscription_id,
             ($13::text[])[group_number] AS external_customer_id
        FROM ROWS FROM (unnest($3::uuid[], $4::text[]), jsonb_array_elements($5::jsonb),
                        unnest($6::timestamptz[], $7::bigint[], $16::int[]))
          AS row (id, transaction_id, properties, timestamp, sequence, group_number)),
    key AS (
      INSERT INTO usage_event_keys (organization_id, transaction_hash, event_id, fingerprint)
      SELECT $1, usage_transaction_hash(transaction_id), id,
             usage_event_fingerprint(code, external_subscription_id, external_customer_id, properties, timestamp)
        FROM event ORDER BY transaction_id COLLATE "C")
    INSERT INTO usage_events (organization_id, created_at, id, transaction_id, properties, timestamp, sequence,
                              billable_metric_id, code, subscription_id, external_subscription_id, customer_id,
                              external_customer_id, period_id, late, charged)
    SELECT $1, $2, id, transaction_id, properties, timestamp, sequence,
           ($8::uuid[])[group_number], code, ($10::uuid[])[group_number],
           external_subscription_id, ($12::uuid[])[group_number], external_customer_id,
           ($14::uuid[])[group_number], ($15::boolean[])[group_number],
           ($17::boolean[])[group_number]
      FROM event`,
};

/**
 * `$1` organization, `$2` when the events were stored, `$3` metrics in the order of their ids, `$4` the number of events of
 * each. Each connection counts in rows of its own, of which there are 16 per metric and day: the rows stay locked until
 * the commit.
 */
export const COUNT_DAY: PreparedStatement = {
  name: 'events_count_day',
  text: `
    INSERT INTO usage_days AS counted (organization_id, day, billable_metric_id, slot, events)
    SELECT $1, ($2::timestamptz AT TIME ZONE 'UTC')::date, metric_id, pg_backend_pid() % 16, events
      FROM unnest($3::uuid[], $4::bigint[]) AS new (metric_id, events)
        ON CONFLICT (organization_id, day, billable_metric_id, slot) DO UPDATE
       SET events = counted.events + excluded.events`,
};
