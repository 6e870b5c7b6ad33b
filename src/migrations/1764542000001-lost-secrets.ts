import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['webhook_endpoints', 'payment_provider_connections'];

/** Stores which secrets cannot be decrypted any more, because their encryption key is lost. */
export class LostSecrets1764542000001 implements MigrationInterface {
  readonly name = 'LostSecrets1764542000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN secret_lost_at timestamptz(3)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN secret_lost_at`);
  }
}
