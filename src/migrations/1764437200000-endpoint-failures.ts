import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE webhook_endpoints ADD COLUMN failing_since timestamptz(3), ADD COLUMN disabled_reason text',
  'DROP TRIGGER note_changed_fields ON webhook_endpoints',
  `SELECT audit_changes('webhook_endpoints', 'failing_since')`,
];

const DOWN = [
  'DROP TRIGGER note_changed_fields ON webhook_endpoints',
  `SELECT audit_changes('webhook_endpoints')`,
  'ALTER TABLE webhook_endpoints DROP COLUMN disabled_reason, DROP COLUMN failing_since',
];

/** Since when an endpoint fails, and why it was deactivated. */
export class EndpointFailures1764437200000 implements MigrationInterface {
  readonly name = 'EndpointFailures1764437200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
