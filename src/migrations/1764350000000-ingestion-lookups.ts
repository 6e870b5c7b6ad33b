import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An ingestion transaction takes one number of the sequence and reserves the 4095 that follow. Aggregates are found by
 * period and metric through either index, whichever the planner chooses.
 */
export class IngestionLookups1764350000000 implements MigrationInterface {
  readonly name = 'IngestionLookups1764350000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER SEQUENCE usage_events_sequence_seq INCREMENT BY 4096');
    await runner.query('DROP INDEX usage_totals_billable_metric');
    await runner.query(
      `CREATE INDEX usage_totals_billable_metric ON usage_totals (organization_id, billable_metric_id, period_id)`,
    );
  }

  /** Earlier versions take single numbers, so the sequence must skip the blocks already reserved. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `SELECT setval('usage_events_sequence_seq', (SELECT last_value + 4096 FROM usage_events_sequence_seq))`,
    );
    await runner.query('ALTER SEQUENCE usage_events_sequence_seq INCREMENT BY 1');
    await runner.query('DROP INDEX usage_totals_billable_metric');
    await runner.query(
      'CREATE INDEX usage_totals_billable_metric ON usage_totals (organization_id, billable_metric_id)',
    );
  }
}
