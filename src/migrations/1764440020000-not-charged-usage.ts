import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores why an event is in no charge. */
export class NotChargedUsage1764440020000 implements MigrationInterface {
  readonly name = 'NotChargedUsage1764440020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_events ADD COLUMN not_charged_reason text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_events DROP COLUMN not_charged_reason');
  }
}
