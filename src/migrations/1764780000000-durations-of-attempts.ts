import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the durations of delivery attempts; null for those recorded before. */
export class DurationsOfAttempts1764780000000 implements MigrationInterface {
  readonly name = 'DurationsOfAttempts1764780000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_attempts ADD COLUMN duration_ms integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_attempts DROP COLUMN duration_ms');
  }
}
