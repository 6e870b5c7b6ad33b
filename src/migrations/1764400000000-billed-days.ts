import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The days that determine what is billed after a change of the time zone. They stay null for periods in progress,
 * which are in one time zone so far: the code derives them from the period.
 */
export class BilledDays1764400000000 implements MigrationInterface {
  readonly name = 'BilledDays1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions ADD COLUMN anchor_day date, ADD COLUMN first_day date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN anchor_day, DROP COLUMN first_day');
  }
}
