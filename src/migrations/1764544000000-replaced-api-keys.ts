import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores which key replaced a rotated one. Unknown for earlier rotations. */
export class ReplacedApiKeys1764544000000 implements MigrationInterface {
  readonly name = 'ReplacedApiKeys1764544000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE api_keys ADD COLUMN replaced_by_id uuid,
         ADD CONSTRAINT api_keys_replaced_by_fkey FOREIGN KEY (organization_id, replaced_by_id)
             REFERENCES api_keys (organization_id, id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN replaced_by_id');
  }
}
