import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the first day of a usage period, which a change of the time zone separates from its start. */
export class FirstDaysOfUsagePeriods1764490000000 implements MigrationInterface {
  readonly name = 'FirstDaysOfUsagePeriods1764490000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_periods ADD COLUMN first_day date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_periods DROP COLUMN first_day');
  }
}
