import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A payment request is sent again with each attempt that could charge nothing. */
export class EmailReminders1764449010000 implements MigrationInterface {
  readonly name = 'EmailReminders1764449010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE emails ADD COLUMN cause_number integer NOT NULL DEFAULT 1');
    await runner.query('DROP INDEX emails_cause');
    await runner.query(
      `CREATE UNIQUE INDEX emails_cause ON emails (organization_id, kind, source_id, cause_number)
         WHERE is_automatic`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM emails WHERE is_automatic AND cause_number > 1');
    await runner.query('DROP INDEX emails_cause');
    await runner.query(
      'CREATE UNIQUE INDEX emails_cause ON emails (organization_id, kind, source_id) WHERE is_automatic',
    );
    await runner.query('ALTER TABLE emails DROP COLUMN cause_number');
  }
}
