import { Injectable } from '@nestjs/common';
import { statementsIn } from '../../../platform/database/prepared-statement';
import type { Transaction } from '../../../platform/database/transactions';
import type { PercentageState } from '../../plans';
import { changesOf, type DayChanges } from './day-changes';
import type { UsageTotal } from './usage-total';
import { totalOf, type TotalRow } from './usage-totals';

/** Queries of the running aggregates outside of counting. */
@Injectable()
export class UsageAggregatesRepository {
  /** Deletes the aggregates of periods. */
  async clear(tx: Transaction, organizationId: string, periodIds: readonly string[]): Promise<void> {
    for (const table of [
      'usage_totals',
      'usage_distinct_values',
      'usage_charge_states',
      'usage_day_changes',
    ]) {
      await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND period_id = ANY ($2)`, [
        organizationId,
        periodIds,
      ]);
    }
  }

  /**
   * Starts periods with the levels of the ends of the periods before them: those of recurring metrics, and after a plan change
   * those of all weighted sums, which count until the billing period ends.
   *
   * @param previous the id of the period before, by the id of the period.
   * @returns the ids of the periods that start with any level.
   */
  async carryOver(
    tx: Transaction,
    organizationId: string,
    previous: ReadonlyMap<string, string>,
  ): Promise<Set<string>> {
    if (previous.size === 0) return new Set();
    const carried = await tx.query<{ period_id: string }[]>(
      `WITH period AS (SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS period (id, previous_id)),
       distinct_values AS (
         INSERT INTO usage_distinct_values
                (organization_id, period_id, billable_metric_id, value_key, active, operation_at, operation_sequence)
         SELECT value.organization_id, period.id, value.billable_metric_id, value.value_key, value.active,
                value.operation_at, value.operation_sequence
           FROM period
           JOIN usage_distinct_values AS value
             ON value.organization_id = $1 AND value.period_id = period.previous_id
           JOIN billable_metrics AS metric
             ON metric.organization_id = value.organization_id AND metric.id = value.billable_metric_id
          WHERE metric.recurring)
       INSERT INTO usage_totals AS total_row
              (organization_id, period_id, billable_metric_id, carried, distinct_count)
       SELECT total.organization_id, period.id, total.billable_metric_id,
              total.carried + total.sum + total.late_sum,
              (SELECT count(*) FROM usage_distinct_values AS value
                WHERE value.organization_id = $1 AND value.period_id = period.previous_id AND value.active
                  AND value.billable_metric_id = total.billable_metric_id)
         FROM period
         JOIN usage_totals AS total ON total.organization_id = $1 AND total.period_id = period.previous_id
         JOIN usage_periods AS previous ON previous.organization_id = $1 AND previous.id = period.previous_id
         JOIN billable_metrics AS metric
           ON metric.organization_id = total.organization_id AND metric.id = total.billable_metric_id
        WHERE metric.recurring OR (metric.aggregation_type = 'weighted_sum' AND previous.ends_with_plan)
       RETURNING total_row.period_id`,
      [organizationId, [...previous.keys()], [...previous.values()]],
    );
    return new Set(carried.map((it) => it.period_id));
  }

  /** Returns whether an open period has counted usage of the metric. */
  async countsMetric(tx: Transaction, organizationId: string, metricId: string): Promise<boolean> {
    const [row] = await tx.query<[{ counted: boolean }]>(
      `SELECT EXISTS (
         SELECT 1 FROM usage_totals AS total JOIN usage_periods AS period
             ON period.organization_id = total.organization_id AND period.id = total.period_id
          WHERE total.organization_id = $1 AND total.billable_metric_id = $2 AND period.state = 'open'
       ) AS counted`,
      [organizationId, metricId],
    );
    return row.counted;
  }

  /** Returns the totals of periods, by period and metric. */
  async totalsOf(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<Map<string, Map<string, UsageTotal>>> {
    const text = `SELECT * FROM usage_totals WHERE organization_id = $1 AND period_id = ANY ($2)`;
    const rows = await statementsIn(tx).query<TotalRow>({ name: 'usage_totals_of', text }, [
      organizationId,
      periodIds,
    ]);
    return byPeriod(rows, (row) => [row.billable_metric_id, totalOf(row)]);
  }

  /** Returns on which days the levels of prorated metrics change, by period and metric. */
  async dayChangesOf(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<Map<string, Map<string, DayChanges>>> {
    if (periodIds.length === 0) return new Map();
    const rows = await tx.query<
      { period_id: string; billable_metric_id: string; changes: Record<string, string> }[]
    >(
      `SELECT period_id, billable_metric_id, changes FROM usage_day_changes
        WHERE organization_id = $1 AND period_id = ANY ($2)`,
      [organizationId, periodIds],
    );
    return byPeriod(rows, (row) => [row.billable_metric_id, changesOf(row.changes)]);
  }

  /** Returns the states of charges that depend on every single event, by period and charge. */
  async chargeStatesOf(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<Map<string, Map<string, PercentageState>>> {
    if (periodIds.length === 0) return new Map();
    const rows = await tx.query<{ period_id: string; charge_id: string; state: PercentageState }[]>(
      `SELECT period_id, charge_id, state FROM usage_charge_states
        WHERE organization_id = $1 AND period_id = ANY ($2)`,
      [organizationId, periodIds],
    );
    return byPeriod(rows, (row) => [row.charge_id, row.state]);
  }
}

function byPeriod<Row extends { period_id: string }, Value>(
  rows: readonly Row[],
  entryOf: (row: Row) => [key: string, value: Value],
): Map<string, Map<string, Value>> {
  const periods = new Map<string, Map<string, Value>>();
  for (const row of rows) {
    const own = periods.get(row.period_id) ?? new Map<string, Value>();
    periods.set(row.period_id, own);
    own.set(...entryOf(row));
  }
  return periods;
}
