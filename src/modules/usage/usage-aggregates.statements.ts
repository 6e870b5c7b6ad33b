import type { PreparedStatement } from '../../platform/database/prepared-statement';

/**
 * The columns of TotalRow. A prepared statement names its columns: `*` would fail on every open connection once a
 * migration adds a column.
 */
export const TOTAL_ROW = `total.period_id, total.billable_metric_id, total.events_count, total.late_count,
  total.sum, total.moment, total.max, total.latest, total.latest_at, total.latest_sequence, total.distinct_count,
  total.carried, total.late_sum`;

/** `$1` organization; `$2` periods and `$3` metrics, in pairs. */
export const LOAD_TOTALS: PreparedStatement = {
  name: 'usage_load_totals',
  text: `
    SELECT ${TOTAL_ROW} FROM unnest($2::uuid[], $3::uuid[]) AS wanted (period_id, billable_metric_id)
      JOIN usage_totals AS total
        ON total.organization_id = $1 AND total.period_id = wanted.period_id
       AND total.billable_metric_id = wanted.billable_metric_id`,
};

/** `$1` organization, `$2` periods, `$3` metrics, `$4` keys of values. */
export const LOAD_VALUES: PreparedStatement = {
  name: 'usage_load_values',
  text: `
    SELECT value.period_id, value.billable_metric_id, value.value_key, value.active, value.operation_at,
           value.operation_sequence, value.history
      FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS wanted (period_id, billable_metric_id, value_key)
      JOIN usage_distinct_values AS value
        ON value.organization_id = $1 AND value.period_id = wanted.period_id
       AND value.billable_metric_id = wanted.billable_metric_id AND value.value_key = wanted.value_key`,
};

/** `$1` organization, `$2` periods, `$3` charges. */
export const LOAD_CHARGES: PreparedStatement = {
  name: 'usage_load_charges',
  text: `
    SELECT state.period_id, state.charge_id, state.state
      FROM unnest($2::uuid[], $3::uuid[]) AS wanted (period_id, charge_id)
      JOIN usage_charge_states AS state
        ON state.organization_id = $1 AND state.period_id = wanted.period_id AND state.charge_id = wanted.charge_id`,
};

/** `$1` organization, `$2` periods, `$3` metrics. */
export const LOAD_DAYS: PreparedStatement = {
  name: 'usage_load_days',
  text: `
    SELECT days.period_id, days.billable_metric_id, days.changes
      FROM unnest($2::uuid[], $3::uuid[]) AS wanted (period_id, billable_metric_id)
      JOIN usage_day_changes AS days
        ON days.organization_id = $1 AND days.period_id = wanted.period_id
       AND days.billable_metric_id = wanted.billable_metric_id`,
};

const TOTAL_COLUMNS = [
  'events_count',
  'late_count',
  'sum',
  'moment',
  'max',
  'latest',
  'latest_at',
  'latest_sequence',
  'distinct_count',
  'carried',
  'late_sum',
];

export const SAVE_TOTALS: PreparedStatement = {
  name: 'usage_save_totals',
  text: `
    INSERT INTO usage_totals (organization_id, period_id, billable_metric_id, ${TOTAL_COLUMNS.join(', ')})
    SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::numeric[], $7::numeric[],
                             $8::numeric[], $9::numeric[], $10::timestamptz[], $11::bigint[], $12::bigint[],
                             $13::numeric[], $14::numeric[])
    ON CONFLICT (organization_id, period_id, billable_metric_id)
    DO UPDATE SET ${TOTAL_COLUMNS.map((it) => `${it} = excluded.${it}`).join(', ')}`,
};

export const SAVE_VALUES: PreparedStatement = {
  name: 'usage_save_values',
  text: `
    INSERT INTO usage_distinct_values
           (organization_id, period_id, billable_metric_id, value_key, active, operation_at, operation_sequence, history)
    SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::boolean[], $6::timestamptz[], $7::bigint[],
                             $8::jsonb[])
    ON CONFLICT (organization_id, period_id, billable_metric_id, value_key)
    DO UPDATE SET active = excluded.active, operation_at = excluded.operation_at,
                  operation_sequence = excluded.operation_sequence, history = excluded.history`,
};

export const SAVE_CHARGES: PreparedStatement = {
  name: 'usage_save_charges',
  text: `
    INSERT INTO usage_charge_states (organization_id, period_id, charge_id, state)
    SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::jsonb[])
    ON CONFLICT (organization_id, period_id, charge_id) DO UPDATE SET state = excluded.state`,
};

export const SAVE_DAYS: PreparedStatement = {
  name: 'usage_save_days',
  text: `
    INSERT INTO usage_day_changes (organization_id, period_id, billable_metric_id, changes)
    SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::jsonb[])
    ON CONFLICT (organization_id, period_id, billable_metric_id) DO UPDATE SET changes = excluded.changes`,
};
