import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An ingestion transaction takes one number from the sequence and thereby reserves the 4,095 numbers after it.
 * Aggregates are looked up by period and metric, through whichever of the two indexes the planner chooses.
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

  /** Skips the numbers that are already reserved, because earlier versions take one number at a time. */
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
