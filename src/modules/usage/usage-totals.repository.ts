import { Injectable } from '@nestjs/common';
import { statementsIn } from '../../platform/database/prepared-statement';
import type { Transaction } from '../../platform/database/transactions';
import type { DaysRow, TotalRow } from './usage-aggregates';
import { TOTAL_ROW } from './usage-aggregates.statements';
import type { UsageChargeStateEntity } from './usage-total.entity';

const AGGREGATES = ['usage_totals', 'usage_distinct_values', 'usage_charge_states', 'usage_day_changes'];

/** Reads and writes the aggregates of billing periods. Ingestion has its own statements. */
@Injectable()
export class UsageTotalsRepository {
  async clearAggregates(tx: Transaction, organizationId: string, periodId: string): Promise<void> {
    for (const table of AGGREGATES) {
      await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND period_id = $2`, [
        organizationId,
        periodId,
      ]);
    }
  }

  /**
   * Starts periods with the levels at which recurring metrics ended the periods before them. After a plan change within a
   * billing period, the levels of all weighted sums carry over, because their values count until it ends.
   *
   * @param previous the ID of the period before, keyed by period ID.
   * @returns the IDs of the periods with any such levels.
   */
  async carryOver(
    tx: Transaction,
    organizationId: string,
    previous: ReadonlyMap<string, string>,
  ): Promise<string[]> {
    if (previous.size === 0) return [];
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
    return carried.map((it) => it.period_id);
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

  findTotals(tx: Transaction, organizationId: string, periodIds: readonly string[]): Promise<TotalRow[]> {
    const text = `SELECT ${TOTAL_ROW} FROM usage_totals AS total WHERE organization_id = $1 AND period_id = ANY ($2)`;
    return statementsIn(tx).query<TotalRow>({ name: 'usage_totals_of', text }, [organizationId, periodIds]);
  }

  /** Returns on which days the levels of prorated metrics change. */
  async findDayChanges(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<DaysRow[]> {
    if (periodIds.length === 0) return [];
    return tx.query(
      `SELECT period_id, billable_metric_id, changes FROM usage_day_changes
        WHERE organization_id = $1 AND period_id = ANY ($2)`,
      [organizationId, periodIds],
    );
  }

  async findChargeStates(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<{ period_id: string; charge_id: string; state: UsageChargeStateEntity['state'] }[]> {
    if (periodIds.length === 0) return [];
    return tx.query(
      `SELECT period_id, charge_id, state FROM usage_charge_states
        WHERE organization_id = $1 AND period_id = ANY ($2)`,
      [organizationId, periodIds],
    );
  }
}
