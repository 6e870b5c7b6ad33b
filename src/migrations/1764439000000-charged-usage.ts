import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which usage the plan in force charges. */
export class ChargedUsage1764439000000 implements MigrationInterface {
  readonly name = 'ChargedUsage1764439000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_periods ADD COLUMN charged_metrics uuid[]');
    await runner.query('ALTER TABLE usage_events ADD COLUMN charged boolean DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_events DROP COLUMN charged');
    await runner.query('ALTER TABLE usage_periods DROP COLUMN charged_metrics');
  }
}
