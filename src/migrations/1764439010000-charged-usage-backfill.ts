import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `UPDATE usage_periods AS period SET charged_metrics = ARRAY (
     SELECT DISTINCT billable_metric_id FROM charges
      WHERE organization_id = period.organization_id AND plan_version_id = period.plan_version_id)`,
  // The totals tell which metrics have usage, so that only the events of uncharged ones are read.
  `UPDATE usage_events AS event SET charged = false
     FROM usage_totals AS total
     JOIN usage_periods AS period
       ON period.organization_id = total.organization_id AND period.id = total.period_id
    WHERE NOT total.billable_metric_id = ANY (period.charged_metrics)
      AND event.organization_id = period.organization_id AND event.subscription_id = period.subscription_id
      AND event.timestamp >= period.starts_at AND event.timestamp <= period.ends_at
      AND event.period_id = period.id AND event.billable_metric_id = total.billable_metric_id`,
  `UPDATE usage_events SET charged = CASE WHEN late THEN false END WHERE period_id IS NULL`,
];

/** In a transaction of its own, without the lock of the migration that adds the columns. */
export class ChargedUsageBackfill1764439010000 implements MigrationInterface {
  readonly name = 'ChargedUsageBackfill1764439010000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(): Promise<void> {
    // The columns are dropped by the migration that added them.
  }
}
