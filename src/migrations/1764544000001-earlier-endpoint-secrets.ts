import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the signing secrets before the previous one whose announced ends have not come. */
export class EarlierEndpointSecrets1764544000001 implements MigrationInterface {
  readonly name = 'EarlierEndpointSecrets1764544000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE webhook_endpoints ADD COLUMN older_secrets jsonb NOT NULL DEFAULT '[]'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_endpoints DROP COLUMN older_secrets');
  }
}
