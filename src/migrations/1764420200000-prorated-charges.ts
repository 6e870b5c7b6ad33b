import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE charges ADD COLUMN prorated boolean NOT NULL DEFAULT false',
  `ALTER TABLE usage_periods
     ADD COLUMN timezone text,
     ADD COLUMN prorated_metrics uuid[] NOT NULL DEFAULT '{}'`,
  'ALTER TABLE usage_distinct_values ADD COLUMN history jsonb',
  // Not columns of usage_totals, because only prorated metrics need them.
  `CREATE TABLE usage_day_changes (
     organization_id uuid NOT NULL,
     period_id uuid NOT NULL,
     billable_metric_id uuid NOT NULL,
     changes jsonb NOT NULL,
     CONSTRAINT usage_day_changes_pkey PRIMARY KEY (organization_id, period_id, billable_metric_id),
     CONSTRAINT usage_day_changes_period_fkey FOREIGN KEY (organization_id, period_id)
       REFERENCES usage_periods (organization_id, id)) WITH (fillfactor = 70)`,
  `SELECT confine_to_organization('usage_day_changes')`,
];

const DOWN = [
  'DROP TABLE usage_day_changes',
  'ALTER TABLE usage_distinct_values DROP COLUMN history',
  'ALTER TABLE usage_periods DROP COLUMN timezone, DROP COLUMN prorated_metrics',
  'ALTER TABLE charges DROP COLUMN prorated',
];

/** Charges whose units count by the days on which they are held. */
export class ProratedCharges1764420200000 implements MigrationInterface {
  readonly name = 'ProratedCharges1764420200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
