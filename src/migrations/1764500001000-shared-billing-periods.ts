import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores when a billing period begins and ends that several plans share, so that they divide weighted sums by the same
 * length. In existing usage periods, null keeps the length that they had.
 */
export class SharedBillingPeriods1764500001000 implements MigrationInterface {
  readonly name = 'SharedBillingPeriods1764500001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE usage_periods ADD COLUMN span_from timestamptz(3), ADD COLUMN span_to timestamptz(3)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_periods DROP COLUMN span_from, DROP COLUMN span_to');
  }
}
