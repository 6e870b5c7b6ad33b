import type { PreparedStatement } from '../../platform/database/prepared-statement';
import type { AggregationType, RoundingFunction } from './billable-metric.rules';
import type { BillableMetric } from './billable-metrics.service';

const COLUMNS = `id, code, name, aggregation_type, field_name, rounding_function, rounding_precision, recurring, unit_code`;

/**
 * Selects the metrics with codes `$2` in organization `$1`, for ingestion. The shared lock keeps their definitions from
 * changing while events are counted.
 */
export const METRICS_BY_CODE: PreparedStatement = {
  name: 'billable_metrics_by_code',
  text: `SELECT ${COLUMNS} FROM billable_metrics
          WHERE organization_id = $1 AND code = ANY ($2) AND deleted_at IS NULL ORDER BY id FOR SHARE`,
};

/** Selects the metrics with IDs `$2` in organization `$1`, including deleted ones. */
export const METRICS_BY_ID: PreparedStatement = {
  name: 'billable_metrics_by_id',
  text: `SELECT ${COLUMNS} FROM billable_metrics WHERE organization_id = $1 AND id = ANY ($2)`,
};

/** A row that either statement returns. */
export interface MetricRow {
  id: string;
  code: string;
  name: string;
  aggregation_type: AggregationType;
  field_name: string | null;
  rounding_function: RoundingFunction | null;
  rounding_precision: number | null;
  recurring: boolean;
  unit_code: string;
}

export function metricOf(row: MetricRow): BillableMetric {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    aggregationType: row.aggregation_type,
    fieldName: row.field_name,
    roundingFunction: row.rounding_function,
    roundingPrecision: row.rounding_precision,
    recurring: row.recurring,
    unitCode: row.unit_code,
  };
}
