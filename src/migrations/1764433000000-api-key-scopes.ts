import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Existing keys keep every right. The default also serves processes of the previous release during an upgrade.
  `ALTER TABLE api_keys ADD COLUMN scopes text[] NOT NULL DEFAULT '{*}'`,
  'ALTER TABLE api_keys ADD COLUMN rotated_at timestamptz(3)',
];

const DOWN = ['ALTER TABLE api_keys DROP COLUMN rotated_at', 'ALTER TABLE api_keys DROP COLUMN scopes'];

/** What an API key may do, and whether a rotation has replaced it. */
export class ApiKeyScopes1764433000000 implements MigrationInterface {
  readonly name = 'ApiKeyScopes1764433000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
